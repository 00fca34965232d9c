export interface Answer {
  readonly types: readonly string[];
  readonly rows: readonly (readonly unknown[])[];
}
export interface Refusal {
  /** The name of the error: DIVISION_BY_ZERO. */
  readonly kind: string;
  readonly error: string;
}
/** An engine's answer to a statement. */
export type Outcome = Answer | Refusal;

export const isRefused = (outcome: Outcome): outcome is Refusal => "error" in outcome;

/** Types without the lengths of varchar and char, which Hive calls string: docs/dialects.md says that they differ. */
export const plainType = (type: string): string =>
  type
    .toLowerCase()
    .replaceAll(", ", ",")
    .replace(/\b(var)?char\(\d+\)|\bstring\b/g, "varchar")
    // Hive does not report element types of collections.
    .replace(/^(array|map|struct)<.*/, "$1");

/** Null if two engines give the same answer, in any order of rows, or both refuse; else the difference. */
export function difference(real: Outcome, here: Outcome, plain?: (line: string) => string): string | null {
  if (isRefused(real)) return isRefused(here) ? null : `refused there only: ${real.kind} ${real.error}`;
  if (isRefused(here)) return `refused here only: ${here.kind} ${here.error}`;
  return differenceOfLines(linesOf(real, plain), linesOf(here, plain));
}

/** Form of an answer for comparison and recording: its rows as texts, sorted. */
export interface Lines {
  readonly types: readonly string[];
  readonly lines: readonly string[];
}

export const linesOf = ({ types, rows }: Answer, plain = (line: string): string => line): Lines => ({
  types,
  lines: rows.map((row) => plain(canonical(row))).sort(),
});

export function differenceOfLines(real: Lines, here: Lines): string | null {
  const [types, own] = [real.types.map(plainType).join(" ; "), here.types.map(plainType).join(" ; ")];
  if (types !== own) {
    const rows = differenceOfLines({ types: [], lines: real.lines.map(plainDecimals) }, { types: [], lines: here.lines.map(plainDecimals) }); // prettier-ignore
    return `types ${types} here ${own}${rows === null ? "" : `, ${rows}`}`;
  }
  const [rows, ownRows] = [real.lines, here.lines];
  const tolerance = /\b(real|float)\b/.test(types) ? 2e-6 : 1e-9;
  if (rows.length === ownRows.length && rows.every((row, i) => isNear(row, ownRows[i]!, tolerance)))
    return null;
  const only = (some: readonly string[], others: readonly string[]): string => some.filter((row) => !others.includes(row)).slice(0, 3).join(" "); // prettier-ignore
  return `rows ${only(rows, ownRows)} here ${only(ownRows, rows)} (${rows.length}, here ${ownRows.length})`;
}

/** Decimals without zeros at their ends, so that they agree whatever their scale is. */
const plainDecimals = (line: string): string => line.replace(/"(-?\d+)(?:\.0+|(\.\d*?)0+)?"/g, '"$1$2"');

/** Maps sorted by key; numbers with twelve digits, so that nearly equal ones sort alike; large doubles with an exponent, unlike integers. */
export function canonical(value: unknown): string {
  if (value === null || value === undefined) return "null";
  if (typeof value === "number") {
    if (!Number.isFinite(value)) return String(value);
    // Bigints are no numbers here: a larger whole number is a double.
    // Nor does a large fraction look like one once it is rounded.
    if (Math.abs(value) >= (Number.isInteger(value) ? 1e12 : 1e11)) return value.toExponential(11);
    return String(Number.isInteger(value) ? value : Number(value.toPrecision(12)));
  }
  if (typeof value === "bigint" || typeof value === "boolean") return String(value);
  if (value instanceof Uint8Array) return `0x${Buffer.from(value).toString("hex")}`;
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (value instanceof Map) return entries([...value]);
  if (typeof value === "object") return entries(Object.entries(value));
  return JSON.stringify(value);
}

const entries = (all: readonly (readonly [unknown, unknown])[]): string =>
  `{${all.map(([key, item]) => `${JSON.stringify(String(key))}:${canonical(item)}`).sort().join(",")}}`; // prettier-ignore

/** Splits into texts, numbers, and everything between them. */
const PIECES = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:e[+-]?\d+)?|./g;

/** The last digits of doubles may differ. */
function isNear(a: string, b: string, tolerance: number): boolean {
  if (a === b) return true;
  const [xs, ys] = [a.match(PIECES) ?? [], b.match(PIECES) ?? []];
  return xs.length === ys.length && xs.every((x, i) => x === ys[i] || areNear(x, ys[i]!, tolerance));
}

function areNear(one: string, other: string, tolerance: number): boolean {
  const [a, b] = [Number(one), Number(other)];
  const exact = tolerance < 1e-6 && [one, other].every((text) => /^-?\d+$/.test(text));
  return a === b || (!exact && Math.abs(a - b) <= tolerance * Math.max(Math.abs(a), Math.abs(b), 1e-3));
}
