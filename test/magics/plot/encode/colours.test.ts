import { describe, expect, test } from "@jest/globals";
import { PALETTE } from "../../../../src/magics/plot/encode/colours.ts";

type Triple = readonly [number, number, number];
type Matrix = readonly [Triple, Triple, Triple];

/** How people with a full deficiency see linear RGB (Machado, Oliveira and Fernandes 2009). */
const VISIONS: Readonly<Record<string, Matrix>> = {
  "full colour vision": [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  protanopia: [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  deuteranopia: [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  tritanopia: [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
};

const multiply = (matrix: Matrix, [r, g, b]: Triple): Triple =>
  matrix.map((row) => row[0] * r + row[1] * g + row[2] * b) as unknown as Triple;

function linear(hex: string): Triple {
  return [1, 3, 5].map((at) => {
    const part = parseInt(hex.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  }) as unknown as Triple;
}

const TO_XYZ: Matrix = [
  [0.4124564, 0.3575761, 0.1804375],
  [0.2126729, 0.7151522, 0.072175],
  [0.0193339, 0.119192, 0.9503041],
];

/** CIE L*a*b* of linear RGB, within what a screen shows. */
function lab(colour: Triple): Triple {
  const screen = colour.map((part) => Math.min(1, Math.max(0, part))) as unknown as Triple;
  const xyz = multiply(TO_XYZ, screen);
  const [x, y, z] = [xyz[0] / 0.95047, xyz[1], xyz[2] / 1.08883].map((part) =>
    part > 0.008856 ? Math.cbrt(part) : 7.787 * part + 16 / 116,
  ) as unknown as Triple;
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)];
}

const distance = (a: Triple, b: Triple): number => Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);

const luminance = (hex: string): number => multiply(TO_XYZ, linear(hex))[1];

function contrast(a: string, b: string): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((one, other) => one - other);
  return (high + 0.05) / (low + 0.05);
}

describe.each(Object.entries(VISIONS))("with %s", (_, vision) => {
  const colours = PALETTE.map((hex) => lab(multiply(vision, linear(hex))));
  // A difference of 2.3 is just visible; red and green of Vega's own palette differ by less for many.
  test("all colours differ", () => {
    for (const [at, one] of colours.entries())
      for (const other of colours.slice(0, at)) expect(distance(one, other)).toBeGreaterThan(13);
  });
});

test.each(["#ffffff", "#111111"])("colours are visible on %s", (page) => {
  for (const colour of PALETTE) expect(contrast(colour, page)).toBeGreaterThan(3);
});
