/** Minimum length of a part of a key to hide: shorter ones occur in ordinary text. */
const MIN_SECRET_LENGTH = 8;

/** What pages put between the characters of a long word. */
const BETWEEN = String.raw`(?:<[^<>]{0,99}>|&(?:shy|zwj|zwnj);|[\u00ad\u200b-\u200d\u2060\ufeff])*`;

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** A character as text, in URLs, in JSON, in JavaScript, in HTML or quoted-printable; also encoded twice. */
function anyForm(character: string): string {
  const code = character.charCodeAt(0);
  const hex = code.toString(16).padStart(2, "0");
  return String.raw`(?:\\*${escaped(character)}|(?:%(?:25)*|=|\\*x)${hex}|\\*u00${hex}|&(?:amp;)*#0*${code};?|&(?:amp;)*#x0*${hex};?)`;
}

/** The parts of base64 texts that the secret determines, wherever in the text it begins. */
function base64Forms(secret: string): string[] {
  return [0, 1, 2].map((before) => {
    const whole = Buffer.from("\0".repeat(before) + secret).toString("base64");
    // The first and the last group may also depend on what is around the secret.
    const fixed = whole.slice(before === 0 ? 0 : 4, whole.length - 4);
    return Array.from(fixed, (letter) => `[${{ "+": "+-", "/": "/_" }[letter] ?? letter}]`).join(
      String.raw`\s*`,
    );
  });
}

function formsOf(secret: string): RegExp[] {
  const hex = Buffer.from(secret).toString("hex").match(/../g) ?? [];
  const text = Array.from(secret, anyForm).join(BETWEEN);
  const patterns = [new RegExp(text, "gi"), new RegExp(hex.join(String.raw`(?:[\s:,-]|0x|\\x)*`), "gi")];
  if (secret.length < MIN_SECRET_LENGTH) return patterns.slice(0, 1);
  return [
    ...patterns,
    ...base64Forms(secret).map((form) => new RegExp(`[\\w+/-]{0,4}${form}[\\w+/-]{0,4}=*`, "g")),
  ];
}

let latest: { readonly apikey: string; readonly patterns: readonly RegExp[] } | null = null;

/**
 * Removes the key from a reply's text: as it is, and in the forms in which pages and headers repeat it, `1%2Fabc` in URLs, `1\/abc` in JSON,
 * `1&#x2F;abc` in HTML, hexadecimal digits and base64.
 */
export function hideKey(text: string, apikey: string): string {
  if (latest?.apikey !== apikey) {
    const parts = apikey.split(/[^A-Za-z0-9]+/).filter((part) => part.length >= MIN_SECRET_LENGTH);
    latest = { apikey, patterns: [apikey, ...parts].filter((secret) => secret !== "").flatMap(formsOf) };
  }
  return latest.patterns.reduce((hidden, pattern) => hidden.replace(pattern, "***"), text);
}
