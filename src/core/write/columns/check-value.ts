import { ConfigError } from "../../errors.ts";

/** @throws ConfigError for binary values and text with lone surrogates: tables can't hold either. */
export function checkValue(value: unknown, column: string, row: number): void {
  if (value instanceof Uint8Array)
    throw new ConfigError(
      `column ${JSON.stringify(column)} holds binary values, which tables can't store; write them as text`,
    );
  if (typeof value === "string" && !isWellFormed(value))
    throw new ConfigError(
      `row ${row} of column ${JSON.stringify(column)} holds half a character (a lone surrogate): ${JSON.stringify(value.slice(0, 40))}`,
    );
}

/** ES2024: in Node.js 20, but not in its types. */
function isWellFormed(text: string): boolean {
  return (text as string & { isWellFormed(): boolean }).isWellFormed();
}
