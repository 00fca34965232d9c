import { expect, test } from "@jest/globals";
import { pngRenderer } from "../../../src/magics/vega/png-renderer.ts";

const picture = (text: string, width = 100, height = 40): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
  `<text x="5" y="30" font-family="sans-serif" font-size="24">${text}</text></svg>`;

const size = (png: Uint8Array): number[] => {
  const { buffer, byteOffset } = png;
  const view = new DataView(buffer, byteOffset);
  return [view.getUint32(16), view.getUint32(20)];
};

test("a picture at double resolution, with text", async () => {
  const { render } = await pngRenderer();
  const empty = render(picture(""));
  expect({ ...empty, bytes: size(empty.bytes) }).toEqual({ width: 100, height: 40, bytes: [200, 80] });
  for (const text of ["price", "銘柄", "цена", "łódź"]) {
    expect(render(picture(text)).bytes.length).toBeGreaterThan(2 * empty.bytes.length);
  }
});

test("a large picture has at most twelve million pixels", async () => {
  const { render } = await pngRenderer();
  const { bytes, width } = render(picture("wide", 10_000, 10_000));
  const [across = 0, down = 0] = size(bytes);
  expect(width).toBe(10_000);
  expect(across * down).toBeLessThanOrEqual(12_100_000);
});

test("which characters its font has", async () => {
  const { hasLetters } = await pngRenderer();
  expect(hasLetters(picture("Größe, жизнь, 鬱, 髙, ヶ, ł"))).toBe(true);
  expect(hasLetters(picture("2 ≥ 1 🙂"))).toBe(true);
  for (const text of ["λ", "서울", "القاهرة", "กรุงเทพ"]) expect(hasLetters(picture(text))).toBe(false);
});

test("two copies of svclib in one process draw, as after an upgrade beside a running kernel", async () => {
  const svg =
    '<svg xmlns="http://www.w3.org/2000/svg" width="4" height="4"><rect width="4" height="4"/></svg>';
  const first = (await pngRenderer()).render(svg);
  const { href } = new URL("../../../src/magics/vega/png-renderer.ts?copy", import.meta.url);
  const copy = (await import(href)) as { readonly pngRenderer: typeof pngRenderer };
  expect(copy.pngRenderer).not.toBe(pngRenderer);
  expect((await copy.pngRenderer()).render(svg)).toEqual(first);
});
