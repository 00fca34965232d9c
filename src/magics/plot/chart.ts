import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { UsageError } from "../../core/errors.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { NODE_INSPECT } from "../../core/table/console-text.ts";
import { JUPYTER_DISPLAY, METADATA, type Displayable, type MimeBundle } from "../display/displayable.ts";
import { VEGA_LITE } from "../display/mime-bundle.ts";
import { chartPage } from "./picture/chart-page.ts";
import type { VegaLiteSpec } from "./chart-spec.ts";
import { pngRenderer, type Png, type PngRenderer } from "./picture/png-renderer.ts";

/** A rendered chart. Frontends display the specification if they can, else the image, else the text. */
export class Chart implements Displayable {
  /** Vega-Lite specification, with its data. */
  readonly spec: VegaLiteSpec;
  /** The chart as SVG. */
  readonly svg: string;
  readonly text: string;

  readonly #renderer: PngRenderer | null;
  #png: Png | null = null;

  /** @param renderer - Null: use SVG in notebooks. */
  constructor(spec: VegaLiteSpec, svg: string, text: string, renderer: PngRenderer | null) {
    this.spec = spec;
    this.svg = svg;
    this.text = text;
    this.#renderer = renderer;
  }

  /**
   * Write the chart to a file: `.svg` or `.png` as an image, `.html` as a page with tooltips that works offline (about 0.8 MB), `.json` as the
   * specification.
   *
   * @param path - A leading `~` is the home folder.
   * @throws UsageError for another extension, or when the file can't be written.
   */
  async save(path: string): Promise<void> {
    const content = await this.#as(extname(path).toLowerCase());
    await replaceFile(path, (part) => writeFile(part, content));
  }

  async #as(ending: string): Promise<string | Uint8Array> {
    if (ending === ".png") return this.#draw(this.#renderer ?? (await pngRenderer())).bytes;
    if (ending === ".svg") return this.svg;
    if (ending === ".html") return chartPage(this.spec);
    if (ending === ".json") return `${JSON.stringify(this.spec, null, 2)}\n`;
    throw new UsageError(`a chart can't be saved as '${ending}'; end the name in .png, .svg, .html or .json`);
  }

  /** Displayed by notebooks. */
  [JUPYTER_DISPLAY](): MimeBundle {
    return { [VEGA_LITE]: this.spec, ...this.#picture(), "text/plain": this.text };
  }

  /** Only one image: if a cell has SVG, nbconvert needs Inkscape to make a PDF, even if there is PNG too. */
  #picture(): MimeBundle {
    if (this.#renderer?.hasLetters(this.svg) !== true) return { "image/svg+xml": this.svg };
    const { bytes, width, height } = this.#draw(this.#renderer);
    return {
      "image/png": Buffer.from(bytes).toString("base64"),
      [METADATA]: { "image/png": { width, height } },
    };
  }

  #draw(renderer: PngRenderer): Png {
    return (this.#png ??= renderer.render(this.svg));
  }

  /** Displayed by `console.log`, in Deno too. */
  [NODE_INSPECT](): string {
    return this.text;
  }
}
