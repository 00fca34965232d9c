import type { ScriptFunction } from "../script-functions.ts";

const SOUNDEX: Record<string, string> = {};
for (const [digit, letters] of ["BFPV", "CGJKQSXZ", "DT", "L", "MN", "R"].entries())
  for (const letter of letters) SOUNDEX[letter] = String(digit + 1);

/** The first letter and three digits for the consonants that follow; H and W do not part equal ones. */
function soundex(text: string): string {
  const letters = text.toUpperCase().replace(/[^A-Z]/g, "");
  if (letters === "") return "";
  let code = letters[0]!;
  let last = SOUNDEX[letters[0]!] ?? "";
  for (const letter of letters.slice(1)) {
    const digit = SOUNDEX[letter] ?? "";
    if (digit !== "" && digit !== last) code += digit;
    if (letter !== "H" && letter !== "W") last = digit;
  }
  return code.slice(0, 4).padEnd(4, "0");
}

const MAGNITUDES = ["", "K", "M", "B", "T", "Q"];

/** `123456` as `123K`: three digits and a letter. */
function shortNumber(value: number): string {
  let magnitude = 0;
  let rest = Math.abs(value);
  while (rest >= 1000 && magnitude < MAGNITUDES.length - 1) {
    rest /= 1000;
    magnitude++;
  }
  const digits = rest >= 100 ? 0 : rest >= 10 ? 1 : 2;
  const text = rest
    .toFixed(digits)
    .replace(/(\.\d*?)0+$/, "$1")
    .replace(/\.$/, "");
  return (value < 0 ? "-" : "") + text + MAGNITUDES[magnitude]!;
}

function fromBase(text: string, base: bigint): bigint {
  const fail = (): never => {
    throw new Error(`svc!INVALID_FUNCTION_ARGUMENT!Not a valid base-${base} number: ${text}`);
  };
  if (base < 2n || base > 36n)
    throw new Error("svc!INVALID_FUNCTION_ARGUMENT!Radix must be between 2 and 36");
  const match = /^([+-]?)([0-9a-zA-Z]+)$/.exec(text) ?? fail();
  let value = 0n;
  for (const char of match[2]!.toLowerCase()) {
    const digit = BigInt(parseInt(char, 36));
    if (digit >= base) fail();
    value = value * base + digit;
  }
  if (match[1] === "-") value = -value;
  return value > 9223372036854775807n || value < -9223372036854775808n ? fail() : value;
}

export const TEXT_FUNCTIONS: Readonly<Record<string, ScriptFunction>> = {
  svc_soundex: { parameters: ["text"], result: "text", run: soundex },
  svc_normalize: {
    parameters: ["text", "text"],
    result: "text",
    run: (text: string, form: string) => text.normalize(form),
  },
  svc_format_number: { parameters: ["double"], result: "text", run: shortNumber },
  // As an HTML form writes it: letters, digits and .-*_ stay, a space is a plus.
  svc_url_encode: {
    parameters: ["text"],
    result: "text",
    run: (text: string) =>
      encodeURIComponent(text)
        .replace(/[!'()~]/g, (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`)
        .replace(/%20/g, "+"),
  },
  svc_from_base: { parameters: ["text", "long"], result: "long", run: fromBase },
};
