import { startTranslation } from "./analyze/start-translation.ts";
import { resolveTypeName } from "./analyze/type-names.ts";
import type { TypeName } from "./parse/ast.ts";
import { TokenStream } from "./parse/token-stream.ts";
import { parseTypeName } from "./parse/parse-type-name.ts";
import { SqlError } from "./sql-error.ts";
import { scalarType } from "./types/scalar-types.ts";
import type { Type } from "./types/type.ts";

/** Types by their texts: the columns of a catalogue have few. */
const types = new Map<string, Type>();
const MOST_TYPES = 1000;

/** The type of a stored column, in Presto's, Hive's or the service's notation. @throws SqlError for an unknown type. */
export function columnType(column: string, text: string): Type {
  let type = types.get(text);
  if (type === undefined) {
    type = parsedType(column, text);
    if (types.size >= MOST_TYPES) types.clear();
    types.set(text, type);
  }
  return type;
}

function parsedType(column: string, text: string): Type {
  try {
    const s = new TokenStream(text, text.includes("<") ? "hive" : "presto");
    const name = inPresto(parseTypeName(s));
    s.expectEnd();
    const noAlternatives = { what: "table", names: [] } as const;
    const tables = { find: () => null, alternatives: () => noAlternatives };
    const t = startTranslation({
      sql: text,
      dialect: "presto",
      database: "",
      scheduledTimeMs: 0,
      tables,
      parameters: [],
    });
    return resolveTypeName(t, name);
  } catch (error) {
    throw new SqlError("NOT_SUPPORTED", `column '${column}' has an unknown type: ${text}`, null, error);
  }
}

function inPresto(name: TypeName): TypeName {
  const args = name.args.map((arg) => (typeof arg === "number" ? arg : inPresto(arg)));
  const presto = name.name === "struct" ? "row" : (scalarType(name.name)?.presto ?? name.name);
  return { ...name, name: presto, args };
}
