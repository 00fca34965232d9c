import { cached, refuse } from "./script-function.ts";

const SPECIFIER = /%(?:(\d+)\$|(<))?([-#+ 0,(]*)(\d+)?(?:\.(\d+))?([tT]?[a-zA-Z%])/g;

const group = (digits: string): string => {
  const first = digits.length % 3;
  const threes = digits.slice(first).match(/\d{3}/g) ?? [];
  return [...(first > 0 ? [digits.slice(0, first)] : []), ...threes].join(",");
};

/** Rounds decimal text half up, without going through a double. */
function fixed(text: string, places: number): string {
  const match = /^(\d+)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(text);
  if (match === null) return text;
  const exponent = Number(match[3] ?? 0);
  const digits = match[1]! + (match[2] ?? "");
  const scale = (match[2] ?? "").length - exponent;
  const scaled = BigInt(digits) * 10n ** BigInt(Math.max(0, places - scale));
  const divisor = 10n ** BigInt(Math.max(0, scale - places));
  const rounded = String((scaled + divisor / 2n) / divisor).padStart(places + 1, "0");
  return places === 0 ? rounded : `${rounded.slice(0, -places)}.${rounded.slice(-places)}`;
}

/** Rounded to one digit before the point and `places` after it; and its exponent. */
function scientific(text: string, places: number): { mantissa: string; exponent: number } {
  const [, whole = "", fraction = "", power = "0"] = /^(\d+)(?:\.(\d*))?(?:[eE](.*))?$/.exec(text)!;
  const digits = `${whole}${fraction}`.replace(/^0+/, "");
  if (digits === "") return { mantissa: fixed("0", places), exponent: 0 };
  const exponent = Number(power) + digits.length - fraction.length - 1;
  const mantissa = fixed(`${digits[0]!}.${digits.slice(1)}`, places);
  return mantissa.startsWith("10") ? { mantissa: fixed("1", places), exponent: exponent + 1 } : { mantissa, exponent }; // prettier-ignore
}

/** A decimal or double for `%e`, `%f` and `%g`. */
function real({ tag, text }: Value, flags: string, precision: number | null, letter: string): string {
  if (tag !== "f" && tag !== "m")
    refuse(`Invalid format: %${letter} takes a decimal or double, not '${text}'`);
  const body = text.replace(/^-/, "");
  const sign = body === text ? "" : "-";
  if (!/\d/.test(body)) return text;
  const digits = letter === "g" ? (precision ?? 6) || 1 : (precision ?? 6) + 1;
  const { mantissa, exponent: power } = scientific(body, digits - 1);
  // A decimal zero keeps its scale as the exponent.
  const scale = tag === "m" && !/[1-9]/.test(body) ? body.split(".")[1]?.length : undefined;
  const exponent = scale === undefined ? power : -scale;
  if (letter === "e" || (letter === "g" && (scale !== undefined || exponent < -4 || exponent >= digits)))
    return `${sign}${mantissa}e${exponent < 0 ? "-" : "+"}${String(Math.abs(exponent)).padStart(2, "0")}`;
  const rounded = fixed(body, letter === "g" ? digits - 1 - exponent : digits - 1);
  const whole = /^\d+/.exec(rounded)![0];
  return sign + (flags.includes(",") ? group(whole) : whole) + rounded.slice(whole.length);
}

const MAX_WIDTH = 10_000;

interface Value {
  readonly tag: string;
  readonly text: string;
}

/** A date, time or timestamp like Java's `toString`: zero seconds omitted, fraction of three or six digits. */
function javaTime(text: string): string {
  const match = /^(?:(\S+) )?(\d+:\d+)(?::(\d+)(?:\.(\d+))?)?(.*)$/.exec(text);
  if (match === null) return text;
  const [, date, minutes, seconds = "00", digits = "", zone] = match;
  const fraction = digits.replace(/(?<!000)(?:000)+$/, "");
  const rest =
    seconds === "00" && fraction === "" ? "" : `:${seconds}${fraction === "" ? "" : `.${fraction}`}`;
  return `${date === undefined ? "" : `${date}T`}${minutes!}${rest}${zone!}`;
}

function signed(text: string, flags: string, width: number): string {
  const negative = text.startsWith("-");
  const body = negative ? text.slice(1) : text;
  const [positiveSign = ""] = ["+", " "].filter((flag) => flags.includes(flag));
  const isBracketed = negative && flags.includes("(");
  const sign = isBracketed ? "(" : negative ? "-" : positiveSign;
  const close = isBracketed ? ")" : "";
  const zeros = flags.includes("0") ? Math.max(0, width - sign.length - body.length - close.length) : 0;
  return sign + "0".repeat(zeros) + body + close;
}

function convert(
  value: Value,
  flags: string,
  width: number,
  precision: number | null,
  letter: string,
): string {
  if (value.tag === "n" && letter !== "b") return "null".slice(0, precision ?? 4);
  switch (letter) {
    case "s": {
      const text = value.tag === "t" ? javaTime(value.text).replace(/^(?=\d{5})/, "+") : value.text;
      return precision === null ? text : text.slice(0, precision);
    }
    case "b": {
      const text = value.tag === "n" ? "false" : value.tag === "b" ? value.text : "true";
      return text.slice(0, precision ?? 5);
    }
    case "c":
      return value.tag === "i" ? String.fromCodePoint(Number(value.text)) : value.text;
    case "d": {
      if (value.tag !== "i") refuse(`Invalid format: %d takes a whole number, not '${value.text}'`);
      const digits = value.text.replace(/^-/, "");
      return signed(
        (value.text.startsWith("-") ? "-" : "") + (flags.includes(",") ? group(digits) : digits),
        flags,
        width,
      );
    }
    case "x":
    case "o": {
      if (value.tag !== "i") refuse(`Invalid format: %${letter} takes a whole number, not '${value.text}'`);
      const text = BigInt.asUintN(64, BigInt(value.text)).toString(letter === "o" ? 8 : 16);
      return signed((flags.includes("#") ? (letter === "o" ? "0" : "0x") : "") + text, flags, width);
    }
    case "e":
    case "f":
    case "g": {
      if (value.text === "NaN") return value.text;
      const padding = /\d/.test(value.text) ? flags : flags.replace("0", "");
      return signed(real(value, flags, precision, letter), padding, width);
    }
    case "a":
    case "h":
      return refuse(`unsupported in the local service: %${letter} in format`, "NOT_SUPPORTED");
    default:
      return letter.startsWith("t") ? timePart(value, letter.slice(1)) : refuse(`Invalid format: %${letter}`);
  }
}

const NAMES =
  (options: Intl.DateTimeFormatOptions) =>
  ({ date }: Moment): string =>
    new Intl.DateTimeFormat("en-US", { ...options, timeZone: "UTC" }).format(date);
const two = (n: number): string => String(n).padStart(2, "0");

interface Moment {
  readonly date: Date;
  /** Counted from 1 before and after the birth of Christ. */
  readonly year: number;
  readonly nanos: string;
}

const DAY_MS = 86_400_000;
const TIME_PARTS: Readonly<Record<"day" | "clock" | "instant", Readonly<Record<string, (at: Moment) => string>>>> = {
  day: {
    Y: ({ year }) => String(year).padStart(4, "0"), y: ({ year }) => two(year % 100), C: ({ year }) => two(Math.floor(year / 100)), m: ({ date }) => two(date.getUTCMonth() + 1),
    d: ({ date }) => two(date.getUTCDate()), e: ({ date }) => String(date.getUTCDate()), j: ({ date }) => String((date.getTime() - new Date(date).setUTCMonth(0, 0)) / DAY_MS).padStart(3, "0"),
    A: NAMES({ weekday: "long" }), a: NAMES({ weekday: "short" }), B: NAMES({ month: "long" }), b: NAMES({ month: "short" }), h: NAMES({ month: "short" }),
  },
  clock: {
    H: ({ date }) => two(date.getUTCHours()), k: ({ date }) => String(date.getUTCHours()), I: ({ date }) => two(date.getUTCHours() % 12 || 12), l: ({ date }) => String(date.getUTCHours() % 12 || 12),
    M: ({ date }) => two(date.getUTCMinutes()), S: ({ date }) => two(date.getUTCSeconds()), L: ({ nanos }) => nanos.slice(0, 3), N: ({ nanos }) => nanos, p: ({ date }) => (date.getUTCHours() < 12 ? "am" : "pm"),
  },
  instant: { Z: () => "UTC", z: () => "+0000", s: ({ date }) => String(Math.floor(date.getTime() / 1000)), Q: ({ date }) => String(date.getTime()) },
}; // prettier-ignore
const TIME_GROUPS: Readonly<Record<string, string>> = {
  F: "Y-m-d",
  T: "H:M:S",
  R: "H:M",
  D: "m/d/y",
  r: "I:M:S p",
  c: "a b d H:M:S Z Y",
};

const MOMENT = /^(?:([+-]?\d+)-(\d+)-(\d+))?[ T]?(?:(\d+):(\d+):(\d+)(?:\.(\d+))?)?(Z\[UTC\])?$/;

function timePart({ tag, text }: Value, letter: string): string {
  const [, year, month, day, hours, minutes, seconds, fraction = "", zone] =
    (tag === "t" && MOMENT.exec(text)) || [];
  const date = new Date(0);
  date.setUTCFullYear(Number(year ?? 1970), Number(month ?? 1) - 1, Number(day ?? 1));
  const nanos = fraction.padEnd(9, "0");
  date.setUTCHours(Number(hours ?? 0), Number(minutes ?? 0), Number(seconds ?? 0), Number(nanos.slice(0, 3)));
  const past = date.getUTCFullYear();
  const moment = { date, nanos, year: past > 0 ? past : 1 - past };
  const replacement = (TIME_GROUPS[letter] ?? letter).replace(/[A-Za-z]/g, (one) => {
    const write =
      (year && TIME_PARTS.day[one]) ?? (hours && TIME_PARTS.clock[one]) ?? (zone && TIME_PARTS.instant[one]);
    return (write || refuse(`Invalid format: %t${letter} of '${text}'`))(moment);
  });
  return letter === "r" ? replacement.toUpperCase() : replacement;
}

interface Specifier {
  /** Index of the argument; null for the next one, `again` for the previous one. */
  readonly argument: number | "again" | null;
  readonly flags: string;
  readonly width: number;
  readonly precision: number | null;
  readonly letter: string;
}

/** Literal text and specifiers. */
const parsePattern = cached(100, (pattern): readonly (string | Specifier)[] => {
  if (pattern.replace(SPECIFIER, "").includes("%")) refuse(`Unknown format conversion in '${pattern}'`);
  const pieces: (string | Specifier)[] = [];
  let end = 0;
  for (const match of pattern.matchAll(SPECIFIER)) {
    const [text, position, sameArgument, flags = "", width, precision, letter = ""] = match;
    if (match.index > end) pieces.push(pattern.slice(end, match.index));
    end = match.index + text.length;
    if (letter === "%" || letter === "n") pieces.push(letter === "%" ? "%" : "\n");
    else
      pieces.push({
        argument: sameArgument !== undefined ? "again" : position === undefined ? null : Number(position) - 1,
        flags,
        width: Number(width ?? 0),
        precision: precision === undefined ? null : Number(precision),
        letter,
      });
  }
  if (end < pattern.length) pieces.push(pattern.slice(end));
  return pieces;
});

/** Java's Formatter. Each value is prefixed by a letter for its kind: i, f, m (decimal), b, s, t, n (null). */
export function formatLikeJava(pattern: string, args: readonly string[]): string {
  let next = 0;
  let last = 0;
  let out = "";
  for (const piece of parsePattern(pattern)) {
    if (typeof piece === "string") {
      out += piece;
      continue;
    }
    const { argument, flags, width, precision, letter } = piece;
    if (argument !== "again") last = argument ?? next++;
    const arg = args[last] ?? refuse(`Format specifier '%${letter}' has no argument`);
    if (width > MAX_WIDTH || (precision ?? 0) > MAX_WIDTH)
      refuse(`Invalid format: wider than ${MAX_WIDTH} characters`);
    const isUpper = /^(?:[BEGSX]$|T.)/.test(letter);
    const lower = isUpper ? letter[0]!.toLowerCase() + letter.slice(1) : letter;
    const word = convert({ tag: arg[0]!, text: arg.slice(2) }, flags, width, precision, lower);
    const text = isUpper ? word.toUpperCase() : word;
    out += flags.includes("-") ? text.padEnd(width) : text.padStart(width);
  }
  return out;
}
