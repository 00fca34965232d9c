import { INK } from "../../vega/vega-lite-spec.ts";
import { worldLand } from "../../vega/world-land.ts";
import type { Extent } from "../columns/summary.ts";

/** Wider places are drawn on the whole earth. */
const WIDE = { longitudes: 150, latitudes: 90 };
/** The share of their range beside places, and the least range in degrees. */
const MARGIN = 0.07;
const LEAST_SPAN = 1;

/** The projection and the layer of the land: the whole earth, or a part of it in Mercator's projection, which keeps its shape. */
export function mapFrame(across: Extent, down: Extent): { projection: object; land: object } {
  const isWide = across.high - across.low > WIDE.longitudes || down.high - down.low > WIDE.latitudes;
  const corners = [across, down].map(({ low, high }) => {
    const margin = Math.max(MARGIN * (high - low), (LEAST_SPAN - (high - low)) / 2);
    return [low - margin, high + margin];
  });
  const [[west, east], [south, north]] = corners as [number[], number[]];
  const coordinates = [
    [west, Math.max(-85, south ?? 0)],
    [east, Math.min(85, north ?? 0)],
  ];
  const fit = { type: "Feature", properties: {}, geometry: { type: "MultiPoint", coordinates } };
  return {
    projection:
      isWide || !(across.high >= across.low) ? { type: "naturalEarth1" } : { type: "mercator", fit },
    land: {
      data: { values: worldLand(), format: { type: "topojson", feature: "land" } },
      mark: {
        ...{ type: "geoshape", clip: true, fill: INK, fillOpacity: 0.1 },
        ...{ stroke: INK, strokeOpacity: 0.35, strokeWidth: 0.7, tooltip: false },
      },
    },
  };
}
