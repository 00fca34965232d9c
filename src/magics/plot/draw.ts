import { ConfigError } from "../../core/errors.ts";
import { Chart } from "./chart.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";
import { pngRenderer } from "./picture/png-renderer.ts";
import { renderSvg } from "./picture/render-svg.ts";

/**
 * Draws a specification, with its data, without a browser.
 *
 * @param text - Shown by frontends without pictures.
 */
export async function draw(spec: VegaLiteSpec, text: string): Promise<Chart> {
  const [svg, renderer] = await Promise.all([renderSvg(spec), pngRenderer().catch(noneInstalled)]);
  return new Chart(spec, svg, text, renderer);
}

/** Without the PNG packages, notebooks use SVG. */
function noneInstalled(error: unknown): null {
  if (error instanceof ConfigError) return null;
  throw error;
}
