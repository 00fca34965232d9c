import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { throwExplained } from "../../core/files/missing-package.ts";
import { encodePng } from "./encode-png.ts";
import { readWoff } from "./woff-font.ts";

/** A PNG with twice the pixels of its displayed width and height. */
export interface Png {
  readonly bytes: Uint8Array;
  readonly width: number;
  readonly height: number;
}

/** Renders SVG to PNG without a browser. */
export interface PngRenderer {
  readonly render: (svg: string) => Png;
  /** Whether the fonts have all characters of the image; missing ones are drawn as boxes. */
  readonly hasLetters: (svg: string) => boolean;
}

const SCALE = 2;
/** Maximum pixels; larger images are rendered at a lower scale, as each pixel takes four bytes of memory. */
const MAX_PIXELS = 12_000_000;
const FAMILY = "BIZ UDPGothic";
/**
 * Font files by character set: Latin and the Japanese of JIS X 0208; central European Latin and Turkish; Cyrillic; the numbered ones have
 * symbols such as ≥, ㈱, ①, ■, → and ★, each beside other kanji.
 */
export const FONTS = ["japanese", "latin-ext", "cyrillic", "58", "66", "92", "105", "107", "108"].map(
  (set) => `biz-udpgothic-${set}-400-normal.woff`,
);

let renderer: Promise<PngRenderer> | undefined;

/**
 * Loads the renderer, once per process.
 *
 * @throws ConfigError when a required package is not installed.
 */
export function pngRenderer(): Promise<PngRenderer> {
  return (renderer ??= load().catch((error: unknown) => {
    renderer = undefined;
    return throwExplained(error);
  }));
}

async function load(): Promise<PngRenderer> {
  const { resolve } = createRequire(import.meta.url);
  const { initWasm, Resvg } = await import("@resvg/resvg-wasm");
  const folder = fontFolder(resolve);
  const [wasm, ...files] = await Promise.all(
    [resolve("@resvg/resvg-wasm/index_bg.wasm"), ...FONTS.map((name) => join(folder, name))].map((path) =>
      readFile(path),
    ),
  );
  const fonts = files.map(readWoff);
  await initWasm(wasm).catch((error: unknown) => {
    // Another copy of svclib in this process, as after an upgrade beside a running kernel, may have loaded it.
    if (!String(error).includes("Already initialized")) throw error;
  });
  const font = {
    fontBuffers: fonts.map(({ bytes }) => bytes),
    defaultFontFamily: FAMILY,
    sansSerifFamily: FAMILY,
    serifFamily: FAMILY,
    monospaceFamily: FAMILY,
  };
  const render = (svg: string): Png => {
    const [, width = 1, height = 1] = (/ width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
    const value = Math.min(SCALE, Math.sqrt(MAX_PIXELS / (width * height)));
    using drawing = freed(new Resvg(svg, { font, fitTo: { mode: "zoom", value } }));
    using image = freed(drawing.value.render());
    return { bytes: encodePng(image.value) ?? image.value.asPng(), width, height };
  };
  const hasLetters = (svg: string): boolean =>
    [...new Set(svg.match(/(?![ -~])\p{L}/gu))].every((letter) => fonts.some(({ has }) => has(letter)));
  return { render, hasLetters };
}

/** WebAssembly memory, which must be freed explicitly. */
function freed<T extends { free(): void }>(value: T): Disposable & { readonly value: T } {
  return { value, [Symbol.dispose]: () => value.free() };
}

/** The font files of svclib-jupyter, else, in a clone, those of the package that they come from. */
function fontFolder(resolve: NodeJS.RequireResolve): string {
  try {
    return join(dirname(resolve("svclib-jupyter/package.json")), "fonts");
  } catch {
    return join(dirname(resolve("@fontsource/biz-udpgothic/package.json")), "files");
  }
}
