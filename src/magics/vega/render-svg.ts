import { pathToFileURL } from "node:url";
import type * as VegaLite from "vega-lite";
import { throwExplained, resolvePackage } from "../../core/files/missing-package.ts";
import { type VegaLiteSpec, INK } from "./vega-lite-spec.ts";

/** Characters that XML forbids, but column values may contain. */
// eslint-disable-next-line no-control-regex
const NO_XML = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu;

/**
 * Renders a Vega-Lite specification to SVG without a browser. It refers to no font files: text in any script is drawn
 * with the viewer's fonts.
 */
export async function renderSvg(spec: VegaLiteSpec): Promise<string> {
  const vega = await import("vega").catch(throwExplained);
  const vegaLite = await import("vega-lite").catch(importCopy).catch(throwExplained);
  // A copy, as Vega modifies the data.
  const compiled = vegaLite.compile(
    structuredClone(onPaper(spec)) as unknown as Parameters<typeof vegaLite.compile>[0],
    {
      logger: vega.logger(vega.Error),
    },
  );
  const view = new vega.View(vega.parse(compiled.spec), { renderer: "none", logLevel: vega.Error });
  try {
    return (await view.toSVG()).replace(NO_XML, "").replaceAll(INK, "#222222");
  } finally {
    view.finalize();
  }
}

/** On white, as a picture does not know its page: only charts that a page draws have its colours. */
function onPaper(spec: VegaLiteSpec): VegaLiteSpec {
  const { background } = (spec["config"] ?? {}) as { background?: unknown };
  return background === "transparent" ? { background: "white", ...spec } : spec;
}

/** svclib-jupyter's copy of vega-lite. */
function importCopy(): Promise<typeof VegaLite> {
  return import(pathToFileURL(resolvePackage("vega-lite")).href) as Promise<typeof VegaLite>;
}
