import type { ChartPlan } from "../choose-chart.ts";
import type { Extent } from "../drawing.ts";
import { INK } from "../encode/palette.ts";
import { worldLand } from "./world-land.ts";

/** Wider places are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };
const HEIGHT = { least: 200, most: 480, world: 330 };
/** The share of the width that the points take. */
const INNER = 0.88;
/** In radians. */
const LEAST_SPAN = 0.02;

/** Size, projection and the layer of the land: the whole earth, or a part of it in Mercator's projection, which keeps its shape. */
export function mapFrame(across: Extent, down: Extent, { width, options }: ChartPlan) {
  const isWide = across.high - across.low > WIDE.longitudes || down.high - down.low > WIDE.latitudes;
  if (isWide || !(across.high >= across.low)) {
    const height = options.height ?? HEIGHT.world;
    return { width, height, projection: { type: "naturalEarth1" }, land: landLayer() };
  }
  const radians = Math.PI / 180;
  const north = (degrees: number): number =>
    Math.log(Math.tan(Math.PI / 4 + (Math.max(-85, Math.min(85, degrees)) * radians) / 2));
  const [from, to] = [north(down.low), north(down.high)];
  const span = {
    x: Math.max(LEAST_SPAN, (across.high - across.low) * radians),
    y: Math.max(LEAST_SPAN, to - from),
  };
  const height =
    options.height ?? Math.round(Math.max(HEIGHT.least, Math.min(HEIGHT.most, (width * span.y) / span.x)));
  const scale = INNER * Math.min(width / span.x, height / span.y);
  const centre = { x: ((across.low + across.high) / 2) * radians, y: (from + to) / 2 };
  const translate = [width / 2 - scale * centre.x, height / 2 + scale * centre.y];
  return { width, height, projection: { type: "mercator", scale, translate }, land: landLayer() };
}

const landLayer = () => ({
  data: { values: worldLand(), format: { type: "topojson", feature: "land" } },
  mark: {
    type: "geoshape",
    clip: true,
    fill: INK,
    fillOpacity: 0.1,
    stroke: INK,
    strokeOpacity: 0.35,
    strokeWidth: 0.7,
    tooltip: false,
  },
});
