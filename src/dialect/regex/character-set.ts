/** A character or a set of characters in a pattern, as the contents of a class. */
export interface ReadSet {
  /** Index after it. */
  readonly end: number;
  /** The one character; undefined for a set. */
  readonly character?: string;
  /** Contents of a class of JavaScript with the flag `v`. */
  readonly script: string;
  /** Contents of a class of the engine (RE2); null if it has none with this meaning. */
  readonly engine: string | null;
}

/** `\s` of Java and Joni; RE2's leaves out the vertical tab, JavaScript's has other spaces too. */
const SPACE = String.raw`\t-\r `;

/** Contents of a class by the letter of an escape; of its complement too, where the engine can write that. */
const LETTERS: Readonly<Record<string, readonly [set: string, complement: string | null]>> = {
  d: ["0-9", "\\D"],
  w: ["0-9A-Za-z_", "\\W"],
  s: [SPACE, String.raw`\x00-\x08\x0e-\x1f!-\x{10ffff}`],
};
const HIVE_LETTERS: typeof LETTERS = {
  ...LETTERS,
  h: ["\\t \u00a0\u1680\u180e\u2000-\u200a\u202f\u205f\u3000", null],
  v: ["\\n-\\r\u0085\u2028\u2029", null],
};

/** Named sets: ASCII in Hive, Unicode in Presto. */
const NAMED: Readonly<Record<string, readonly [hive: string, presto: string]>> = {
  alnum: ["0-9A-Za-z", "\\p{L}\\p{M}\\p{Nd}"],
  alpha: ["A-Za-z", "\\p{L}\\p{M}"],
  ascii: ["\\x00-\\x7f", "\\x00-\\x7f"],
  blank: [" \\t", "\\t\\p{Zs}"],
  cntrl: ["\\x00-\\x1f\\x7f", "\\p{Cc}"],
  digit: ["0-9", "\\p{Nd}"],
  graph: ["!-~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}"],
  lower: ["a-z", "\\p{Ll}"],
  print: [" -~", "\\p{L}\\p{M}\\p{N}\\p{P}\\p{S}\\p{Cf}\\p{Co}\\p{Z}"],
  punct: [String.raw`!-\/:-@\[-\`\{-\~`, "\\p{P}"],
  space: [SPACE, "\\t-\\r\\x85\\p{Z}"],
  upper: ["A-Z", "\\p{Lu}"],
  xdigit: ["0-9A-Fa-f", "0-9A-Fa-f"],
};

const CONTROL: Readonly<Record<string, string>> = {
  t: "\t",
  n: "\n",
  r: "\r",
  f: "\f",
  a: "\x07",
  e: "\x1b",
};

const CODE = /\\(?:x\{([\da-f]{1,6})\}|x([\da-f]{2})|u([\da-f]{4})|0([0-7]{0,2})|c([@-_a-z]))/iy;
/** In Java an octal number may have three digits, and has one at least. */
const HIVE_CODE = new RegExp(CODE.source.replace("0([0-7]{0,2})", "0([0-3]?[0-7]{1,2})"), "iy");
const PROPERTY = /\\([pP])(?:\{(\^?)(\w+)\}|([A-Z]))/y;
const POSIX = /\[:(\^?)(\w+):\]/y;

/** The match of a sticky expression at an index. */
export const matchAt = (regex: RegExp, text: string, at: number): RegExpExecArray | null => {
  regex.lastIndex = at;
  return regex.exec(text);
};

/** A character in a class, escaped where one of both syntaxes needs it. */
const inClass = (character: string): string =>
  character < " "
    ? `\\x${character.charCodeAt(0).toString(16).padStart(2, "0")}`
    : /[\^$\\.*+?()[\]{}|/&\-!#%,:;<=>@`~]/.test(character)
      ? `\\${character}`
      : character;

const one = (character: string, end: number): ReadSet => ({
  end, character, script: inClass(character), engine: inClass(character),
}); // prettier-ignore

const setOf = (end: number, negated: boolean, set: string, complement: string | null): ReadSet =>
  negated ? { end, script: `[^${set}]`, engine: complement } : { end, script: set, engine: set };

/** An escape for a character or a set; null for any other, such as `\b` or `\1`. @throws SyntaxError for one that Java has not */
export function readEscape(pattern: string, at: number, hive: boolean): ReadSet | null {
  const letter = pattern[at + 1] ?? "";
  const code = matchAt(hive ? HIVE_CODE : CODE, pattern, at);
  if (code !== null) {
    const [all, braced, two, four, octal, control] = code;
    const value =
      control !== undefined
        ? control.toUpperCase().charCodeAt(0) ^ 64
        : parseInt(octal === "" ? "0" : (octal ?? braced ?? two ?? four!), octal === undefined ? 16 : 8);
    if (value > 0x10ffff) throw new SyntaxError(`${all} is no character`);
    return one(String.fromCodePoint(value), at + all.length);
  }
  const property = matchAt(PROPERTY, pattern, at);
  if (property !== null) return readProperty(property, at + property[0].length, hive);
  const sets = hive ? HIVE_LETTERS : LETTERS;
  const set = sets[letter.toLowerCase()];
  if (set !== undefined) return setOf(at + 2, letter < "a", ...set);
  if (letter in CONTROL) return one(CONTROL[letter]!, at + 2);
  if (letter === "v") return one("\v", at + 2);
  if (/^(?:[bBAzZGXk1-9]|)$/.test(letter) || (hive && letter === "R")) return null;
  if (hive && /[A-Za-z]/.test(letter)) throw new SyntaxError(`there is no escape \\${letter}`);
  const character = String.fromCodePoint(pattern.codePointAt(at + 1)!);
  return one(character, at + 1 + character.length);
}

function readProperty(
  [all, letter, caret, long, short]: RegExpExecArray,
  end: number,
  hive: boolean,
): ReadSet {
  const negated = (letter === "P") !== (caret === "^");
  const name = long ?? short!;
  const named = NAMED[name.toLowerCase()]?.[hive ? 0 : 1];
  if (named !== undefined) return setOf(end, negated, named, null);
  const p = negated ? "\\P" : "\\p";
  const bare = hive ? name.replace(/^Is/, "") : name;
  if (/^(?:[LMNPSZC][a-z]?|LC)$/.test(bare)) return { end, script: `${p}{${bare}}`, engine: `${p}{${bare}}` };
  for (const script of [`${p}{Script=${bare}}`, `${p}{${bare}}`])
    try {
      new RegExp(script, "v");
      return { end, script, engine: script.includes("=") ? `${p}{${bare}}` : null };
    } catch {
      // Not a script, or not a property either.
    }
  throw new SyntaxError(`the property ${all} is unknown or not supported`);
}

/** A class from its `[`, with nested classes and intersections. @throws SyntaxError for one without an end */
export function readClass(pattern: string, at: number, hive: boolean): ReadSet {
  const negated = pattern[at + 1] === "^";
  const first = at + (negated ? 2 : 1);
  const operands: ReadSet[][] = [[]];
  for (let i = first; i < pattern.length;) {
    if (pattern[i] === "]" && i > first) return classOf(operands, negated, i + 1);
    if (pattern.startsWith("&&", i)) {
      operands.push([]);
      i += 2;
      continue;
    }
    const item = readItem(pattern, i, hive);
    const to = item.character !== undefined && /^-[^\][]/.test(pattern.slice(item.end)) ? readItem(pattern, item.end + 1, hive) : null; // prettier-ignore
    if (to?.character === undefined) operands.at(-1)!.push(item);
    else {
      const range = `${item.script}-${to.script}`;
      operands.at(-1)!.push({ end: to.end, script: range, engine: range });
    }
    i = operands.at(-1)!.at(-1)!.end;
  }
  throw new SyntaxError("a character class has no end");
}

function readItem(pattern: string, at: number, hive: boolean): ReadSet {
  if (pattern[at] === "\\") {
    const escape = readEscape(pattern, at, hive) ?? (pattern[at + 1] === "b" ? one("\b", at + 2) : null);
    if (escape === null) throw new SyntaxError(`\\${pattern[at + 1] ?? ""} can't be in a class`);
    return escape;
  }
  const posix = hive ? null : matchAt(POSIX, pattern, at);
  const named = NAMED[posix?.[2] ?? ""]?.[1];
  if (named !== undefined) return setOf(at + posix![0].length, posix![1] === "^", named, null);
  if (pattern[at] === "[") {
    const nested = readClass(pattern, at, hive);
    return nested.engine?.startsWith("^") === true ? { ...nested, engine: null } : nested;
  }
  const character = String.fromCodePoint(pattern.codePointAt(at)!);
  return one(character, at + character.length);
}

function classOf(operands: readonly (readonly ReadSet[])[], negated: boolean, end: number): ReadSet {
  const filled = operands.filter((operand) => operand.length > 0);
  const scripts = filled.map((operand) => operand.map((item) => item.script).join(""));
  const not = negated ? "^" : "";
  const script =
    scripts.length === 1
      ? `[${not}${scripts[0]!}]`
      : `[${not}${scripts.map((text) => `[${text}]`).join("&&")}]`;
  const engine = filled.length === 1 && filled[0]!.every((item) => item.engine !== null);
  return { end, script, engine: engine ? `${not}${filled[0]!.map((item) => item.engine).join("")}` : null };
}
