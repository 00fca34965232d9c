import { WIDTH, type VegaLiteSpec } from "./vega-lite-spec.ts";

/** A change of the compiled specification, as Vega-Embed reads it. */
interface SpecChange {
  readonly op: "add" | "replace";
  readonly path: string;
  readonly value: unknown;
}

/** Pixels beside a panel, for its axis and the space to the next one, and of a legend. */
const BESIDE_PANEL = 75;
const LEGEND = 90;

/**
 * Makes a chart without a width of its own as wide as the page lets it, names and legend included: a plot gets that width, panels side by
 * side as many columns as have room, panels below each other that width each.
 *
 * @param room - Vega's expression of the pixels that the page has
 */
export function fitWindow(spec: VegaLiteSpec, room: string): SpecChange[] {
  const { width, facet, columns } = spec;
  const panel = spec["spec"] as VegaLiteSpec | undefined;
  if (width === WIDTH)
    return [
      { op: "add", path: "/autosize", value: { type: "fit-x", contains: "padding" } },
      { op: "replace", path: "/width", value: { signal: room } },
    ];
  if (facet === undefined || panel === undefined) return [];
  const { color } = (panel["encoding"] ?? {}) as { readonly color?: { readonly legend?: unknown } };
  const rest = `(${room} - ${color === undefined || color.legend === null ? 0 : LEGEND})`;
  if (typeof columns === "number") {
    const most = `clamp(floor(${rest} / (child_width + ${BESIDE_PANEL})), 1, ${columns})`;
    return [{ op: "replace", path: "/layout/columns", value: { signal: most } }];
  }
  if (panel["width"] !== WIDTH) return [];
  return [
    {
      op: "replace",
      path: "/signals/0",
      value: { name: "child_width", update: `${rest} - ${BESIDE_PANEL}` },
    },
  ];
}
