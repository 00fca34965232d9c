import { textWidth } from "../../../core/text/text-width.ts";
import type { ChartPlan } from "../choose-chart.ts";
import { NUMBER_WIDTH, ticksOf, type ChannelDef } from "./number-channel.ts";
import { withTicks } from "./axis.ts";
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
export interface NameAxis {
  readonly isLying: boolean;
  readonly width: number;
  readonly size: ChannelDef;
  readonly channel: ChannelDef;
  /** The channel of values beside lying bars. */
  readonly lying: (value: ChannelDef) => ChannelDef;
}

/** @param abreast - The number of bars side by side at each name. */
export function nameAxis(
  plan: ChartPlan,
  field: string,
  title: string | null,
  names: readonly string[],
  abreast = 1,
): NameAxis {
  const { options, width, facet } = plan;
  const widest = names.reduce((most, name) => Math.max(most, textWidth(name)), 0);
  const isLying = names.length > STANDING || widest > LONG_NAME;
  const bar = Math.max(5, Math.min(14, Math.floor(480 / (names.length * abreast))));
  const step = Math.max(abreast > 1 ? bar * abreast : 36, LETTER * widest + 8);
  const own = (isLying ? options.y_title : options.x_title) ?? title;
  const wide = Math.min(LYING_WIDTH, width);
  const across = options.x_title === undefined ? {} : { title: vegaTitle(options.x_title) };
  return {
    isLying,
    width: isLying ? wide : step * names.length,
    size: isLying
      ? { width: wide, height: { step: abreast > 1 ? 9 : 18 } }
      : { width: { step: step / abreast }, height: facet === null ? HEIGHT : PANEL_HEIGHT },
    channel: {
      field,
      type: "nominal",
      sort: names,
      title: own === null ? null : vegaTitle(own),
      axis: isLying ? { labelLimit: 280, ...shortened(names) } : { labelLimit: 160, labelAngle: 0 },
    },
    lying: (value) => ({ ...withTicks(value, ticksOf(plan, NUMBER_WIDTH)), ...across }),
  };
}
