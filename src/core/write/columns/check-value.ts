import { ConfigError } from "../../errors.ts";

/** @throws ConfigError for what tables can't hold: binary values, functions, symbols, promises, and text with lone surrogates. */
export function checkValue(value: unknown, column: string, row: number): void {
  const what = refusal(value);
  if (what !== null) throw new ConfigError(`row ${row} of column ${JSON.stringify(column)} holds ${what}`);
}

function refusal(value: unknown): string | null {
  switch (typeof value) {
    case "string":
      return isWellFormed(value)
        ? null
        : `half a character (a lone surrogate): ${JSON.stringify(value.slice(0, 40))}`;
    case "function":
      return "a function; write the value that it returns";
    case "symbol":
      return "a symbol; write it as text";
    default:
      if (typeof (value as { readonly then?: unknown } | null)?.then === "function")
        return "a promise; write await before the call that makes it";
      return value instanceof Uint8Array
        ? "binary values, which tables can't store; write them as text"
        : null;
  }
}

/** ES2024: in Node.js 20, but not in its types. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
