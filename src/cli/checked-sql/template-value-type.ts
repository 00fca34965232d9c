import type ts from "typescript";
import type { ProjectSymbols } from "./project-symbols.ts";

/** What a value in a template can be. */
export interface ValueType {
  /** For each type that it can have in TypeScript its types in SQL, of which one has to fit. Null: nothing is known. */
  readonly types: readonly (readonly string[])[] | null;
  /** What has no SQL literal: `undefined`, `Promise<string>`; null if all has. */
  readonly refused: string | null;
}

/** SQL types of what `Temporal` has, by class. */
const TEMPORAL: Readonly<Record<string, string>> = {
  PlainDate: "date", PlainDateTime: "timestamp", PlainTime: "time", Instant: "timestamp", ZonedDateTime: "timestamp",
}; // prettier-ignore

const ANY: ValueType = { types: null, refused: null };

/** The SQL types of a value in a template of the `sql` tag, by its TypeScript type. */
export function templateValueType(symbols: ProjectSymbols, expression: ts.Expression): ValueType {
  return typeOf(symbols, symbols.checker.getTypeAtLocation(expression), true);
}

function typeOf(symbols: ProjectSymbols, type: ts.Type, isOuter: boolean): ValueType {
  const { checker, ts } = symbols;
  const { TypeFlags } = ts;
  const is = (flags: number): boolean => (type.flags & flags) !== 0;
  if (type.isUnion()) return union(type.types.map((part) => typeOf(symbols, part, isOuter)));
  if (is(TypeFlags.Null)) return { types: [], refused: null };
  if (is(TypeFlags.Undefined | TypeFlags.Void)) return { types: [], refused: "undefined" };
  if (is(TypeFlags.StringLike)) return one("varchar");
  // A whole number is an integer, any other a double.
  if (is(TypeFlags.NumberLike)) return one("bigint", "double");
  if (is(TypeFlags.BigIntLike)) return one("bigint");
  if (is(TypeFlags.BooleanLike)) return one("boolean");
  const item =
    isOuter && checker.isArrayLikeType(type)
      ? checker.getIndexTypeOfType(type, ts.IndexKind.Number)
      : undefined;
  if (item !== undefined) return typeOf(symbols, item, false);
  const name = type.getSymbol()?.name ?? "";
  if (name === "Date") return one("timestamp");
  if (name === "Uint8Array" || name === "Buffer") return one("varbinary");
  const temporal = TEMPORAL[name];
  if (temporal !== undefined) return one(temporal);
  const refused =
    type.getCallSignatures().length > 0 || name === "Promise" || type.getProperty("then") !== undefined;
  return refused ? { types: [], refused: checker.typeToString(type) } : ANY;
}

const one = (...alternatives: string[]): ValueType => ({ types: [alternatives], refused: null });

function union(parts: readonly ValueType[]): ValueType {
  const refused = parts.find((part) => part.refused !== null)?.refused ?? null;
  if (parts.some(({ types }) => types === null)) return { types: null, refused };
  // `boolean` is a union too.
  const types = new Map(parts.flatMap((part) => part.types ?? []).map((each) => [each.join(), each]));
  return { types: [...types.values()], refused };
}
