import { throwExplained } from "../../../core/files/missing-package.ts";
import type { VegaLiteSpec } from "../chart-spec.ts";

/** What no XML document may hold, and some value of a column does. */
// eslint-disable-next-line no-control-regex
const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Draws a Vega-Lite specification as an SVG picture, without a browser. It names no font files and loads nothing: the
 * viewer's own fonts draw its text, in any script.
 */
export async function renderSvg(spec: VegaLiteSpec): Promise<string> {
  const vega = await import("vega").catch(throwExplained);
  const vegaLite = await import("vega-lite").catch(throwExplained);
  // A copy: Vega marks the data that it draws.
  const compiled = vegaLite.compile(
    structuredClone(spec) as unknown as Parameters<typeof vegaLite.compile>[0],
    {
      logger: vega.logger(vega.Error),
    },
  );
  const view = new vega.View(vega.parse(compiled.spec), { renderer: "none", logLevel: vega.Error });
  try {
    return (await view.toSVG()).replace(NO_XML, "");
  } finally {
    view.finalize();
  }
}
