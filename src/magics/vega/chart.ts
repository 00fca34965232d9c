// This folder: Vega-Lite specifications as what a notebook shows: the chart, its picture as SVG or PNG, its page.

import { writeFile } from "node:fs/promises";
import { extname } from "node:path";
import { ConfigError, UsageError } from "../../core/errors.ts";
import { replaceFile } from "../../core/files/replace-file.ts";
import { NODE_INSPECT } from "../../core/table/console-text.ts";
import { JUPYTER_DISPLAY, METADATA, type Displayable, type MimeBundle } from "../display/displayable.ts";
import { VEGA_LITE } from "../display/mime-bundle.ts";
import { chartPage } from "./chart-page.ts";
import { fitWindow } from "./fit-window.ts";
import type { VegaLiteSpec } from "./vega-lite-spec.ts";
import { pngRenderer, type Png, type PngRenderer } from "./png-renderer.ts";
import { renderSvg } from "./render-svg.ts";

/** For JupyterLab: a canvas, which it would draw on, does not know the colour of the page's text. */
const DRAWN = { renderer: "svg" };

/** What JupyterLab's window leaves to an output, within limits. */
const ROOM = "clamp(windowSize()[0] - 480, 360, 1080)";

/** A chart. Its picture is made when it is shown or saved. Frontends display the specification if they can, else the image, else the text. */
export class Chart implements Displayable {
  /** Vega-Lite specification, with its data. */
  readonly spec: VegaLiteSpec;
  readonly text: string;

  #svg: Promise<string> | undefined;
  #png: Png | undefined;

  constructor(spec: VegaLiteSpec, text: string) {
    this.spec = spec;
    this.text = text;
  }

  /**
   * The chart as SVG.
   *
   * @throws UsageError if Vega-Lite can't draw the specification
   */
  get svg(): Promise<string> {
    return (this.#svg ??= renderSvg(this.spec).catch(refused));
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
    if (ending === ".png") return this.#draw(await this.svg, await pngRenderer()).bytes;
    if (ending === ".svg") return this.svg;
    if (ending === ".html") return chartPage(this.spec);
    if (ending === ".json") return `${JSON.stringify(this.spec, null, 2)}\n`;
    throw new UsageError(`a chart can't be saved as '${ending}'; end the name in .png, .svg, .html or .json`);
  }

  /** Displayed by notebooks. */
  async [JUPYTER_DISPLAY](): Promise<MimeBundle> {
    return { [VEGA_LITE]: this.spec, ...(await this.#picture()), "text/plain": this.text };
  }

  /** Only one image: if a cell has SVG, nbconvert needs Inkscape to make a PDF, even if there is PNG too. */
  async #picture(): Promise<MimeBundle> {
    const [svg, renderer] = await Promise.all([this.svg, pngRenderer().catch(noneInstalled)]);
    const patch = fitWindow(this.spec, ROOM);
    const drawn = { [VEGA_LITE]: { embed_options: { ...DRAWN, ...(patch.length > 0 ? { patch } : {}) } } };
    if (renderer?.hasLetters(svg) !== true) return { "image/svg+xml": svg, [METADATA]: drawn };
    const { bytes, width, height } = this.#draw(svg, renderer);
    return {
      "image/png": Buffer.from(bytes).toString("base64"),
      [METADATA]: { "image/png": { width, height, alt: this.#description() }, ...drawn },
    };
  }

  /** What a screen reader reads for the picture. */
  #description(): string {
    const { description } = this.spec;
    return typeof description === "string" ? description : this.text;
  }

  #draw(svg: string, renderer: PngRenderer): Png {
    return (this.#png ??= renderer.render(svg));
  }

  /** Displayed by `console.log`, in Deno too. */
  [NODE_INSPECT](): string {
    return this.text;
  }
}

/** Errors of Vega name no part of the specification. */
function refused(error: unknown): never {
  if (error instanceof ConfigError) throw error;
  const { message } = error as Error;
  throw new UsageError(`Vega-Lite can't draw this specification: ${message}`, { cause: error });
}

/** Without the PNG packages, notebooks use SVG. */
function noneInstalled(error: unknown): null {
  if (error instanceof ConfigError) return null;
  throw error;
}
