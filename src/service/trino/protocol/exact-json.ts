/** Integers of 16 digits and more, whole JSON texts before them so that digits inside a text are left alone. */
const TOKENS = /"(?:[^"\\]|\\.)*"|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/**
 * Parses JSON; an integer that a double can't hold becomes the text of its digits, so that none is rounded. The column's type
 * tells such a text from a real one.
 */
export function parseExactJson(json: string): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json);
  return JSON.parse(
    json.replace(TOKENS, (token) =>
      token.length > 15 && /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token))
        ? `"${token}"`
        : token,
    ),
  );
}
