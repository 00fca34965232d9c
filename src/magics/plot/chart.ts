import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { DENO_INSPECT, JUPYTER_DISPLAY, NODE_INSPECT, type Displayable } from "../display/displayable.ts";
import { VEGA_LITE } from "../display/mime-bundle.ts";
import type { MimeBundle } from "../notebook-host.ts";
import { chartPage } from "./chart-page.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";

/** A drawn chart. Notebooks show the specification where they can, else the picture, else the text. */
export class Chart implements Displayable {
  /** Vega-Lite specification with its data. */
  readonly spec: VegaLiteSpec;
  /** The same as an SVG picture. */
  readonly svg: string;
  readonly text: string;

  constructor(spec: VegaLiteSpec, svg: string, text: string) {
    this.spec = spec;
    this.svg = svg;
    this.text = text;
  }

  /**
   * Writes the chart to a file: `.svg` the picture, `.html` a page with tooltips that needs nothing from the network (about 0.8 MB),
   * `.json` the specification.
   *
   * @param path - `~` at its beginning is the home folder.
   * @throws UsageError for another ending, or when the file can't be written.
   */
  async save(path: string): Promise<void> {
    const text = await this.#as(extname(path).toLowerCase());
    await replaceFile(path, (part) => writeFile(part, text));
  }

  async #as(ending: string): Promise<string> {
    if (ending === ".svg") return this.svg;
    if (ending === ".html") return chartPage(this.spec);
    if (ending === ".json") return `${JSON.stringify(this.spec, null, 2)}\n`;
    throw new UsageError(`a chart can't be saved as '${ending}'; end the name in .svg, .html or .json`);
  }

  [JUPYTER_DISPLAY](): MimeBundle {
    return {
      [VEGA_LITE]: this.spec,
      "image/svg+xml": this.svg,
      "text/plain": this.text,
    };
  }

  [NODE_INSPECT](): string {
    return this.text;
  }

  [DENO_INSPECT](): string {
    return this.text;
  }
}
