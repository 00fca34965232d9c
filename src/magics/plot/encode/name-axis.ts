import { textWidth } from "../../../core/text/visible-text.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { withTicks, type ChannelDef } from "./number-channel.ts";
import { shortened, vegaTitle } from "./vega-text.ts";

/** More bars than this, or bars with long names, are horizontal, to keep names readable. */
const STANDING = 12;
const LONG_NAME = 12;
/** Pixels per character below a bar. */
const LETTER = 7;
const HEIGHT = 300;
const PANEL_HEIGHT = 180;
const LYING_WIDTH = 500;

/** Names beside or below bars and boxes. */
interface NameAxis {
  readonly isLying: boolean;
  readonly width: number;
  /** The sizes and the channels of a body. */
  readonly size: ChannelDef;
  readonly encoding: (sort: unknown) => ChannelDef;
}

/**
 * @param measure - The channel of the values.
 * @param abreast - The number of bars side by side at each name.
 */
export function nameAxis(
  plan: ChartPlan,
  field: string,
  title: string | null,
  names: readonly string[],
  measure: ChannelDef,
  abreast = 1,
): NameAxis {
  const { options, width, facet } = plan;
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name)), 0);
  const isLying = names.length > STANDING || widest > LONG_NAME;
  const own = (isLying ? options.y_title : options.x_title) ?? title;
  const channel = { field, type: "nominal", title: own === null ? null : vegaTitle(own) };
  if (isLying) {
    const wide = Math.min(LYING_WIDTH, width);
    const across = options.x_title === undefined ? {} : { title: vegaTitle(options.x_title) };
    return {
      isLying,
      width: wide,
      size: { width: wide, height: { step: abreast > 1 ? 9 : 18 } },
      encoding: (sort) => ({
        x: { ...withTicks(plan, measure), ...across },
        y: { ...channel, sort, axis: { labelLimit: 280, ...shortened(names) } },
      }),
    };
  }
  const bar = Math.max(5, Math.min(14, Math.floor(480 / (names.length * abreast))));
  const step = Math.max(abreast > 1 ? bar * abreast : 36, LETTER * widest + 8);
  return {
    isLying,
    width: step * names.length,
    size: { width: { step: step / abreast }, height: facet === null ? HEIGHT : PANEL_HEIGHT },
    encoding: (sort) => ({ x: { ...channel, sort, axis: { labelLimit: 160, labelAngle: 0 } }, y: measure }),
  };
}
