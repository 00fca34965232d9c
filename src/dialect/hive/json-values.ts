import { coerceNested } from "../analyze/coerce.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import type { Translation } from "../analyze/translation.ts";
import { type Typed, withType } from "../analyze/typed.ts";
import { type SpecialForm, argumentsOf } from "../functions/special-form.ts";
import { TokenStream } from "../parse/token-stream.ts";
import { parseTypeName } from "../parse/parse-type-name.ts";
import { SqlError } from "../sql-error.ts";
import { engineType, engineTypeName } from "../types/engine-type.ts";
import { isCollection, type Type, DOUBLE, VARCHAR } from "../types/type.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";
import { convertHive } from "./convert.ts";

/** A type's form in JSON: lowercase fields, floats with their own digits, and text for types without a JSON form. */
function inJson(type: Type): Type {
  switch (type.kind) {
    case "array":
      return { kind: "array", element: inJson(type.element) };
    case "map":
      return { kind: "map", key: VARCHAR, value: inJson(type.value) };
    case "row":
      return {
        kind: "row",
        fields: type.fields.map((field, i) => ({
          name: (field.name ?? `col${i + 1}`).toLowerCase(),
          type: inJson(field.type),
        })),
      };
    case "real":
      return DOUBLE;
    case "date":
    case "timestamp":
    case "varbinary":
      return VARCHAR;
    default:
      return type;
  }
}

function convert(t: Translation, value: Typed, to: Type, pos: number): Typed {
  if (isCollection(value.type)) return coerceNested(t, value, to, pos, convert);
  return value.type.kind === "real"
    ? withType(engine`CAST(CAST(${value.sql} AS VARCHAR) AS DOUBLE)`, DOUBLE)
    : convertHive(t, value, to, pos);
}

export const valueAsJson: SpecialForm = (t, call, scope) => {
  const [value, names] = argumentsOf(t, call, scope, 1, 2) as [Typed, Typed | undefined];
  if (names !== undefined) t.unsupported("to_json with names of its own for the fields", call.pos);
  const json = convert(t, value, inJson(value.type), call.pos).sql;
  return withType(engine`CAST(to_json(${json}) AS VARCHAR)`, VARCHAR, value);
};

/** `from_json(text, 'array<struct<a:int>>')`. */
export const jsonAsValue: SpecialForm = (t, call, scope) => {
  const [text, type, names] = argumentsOf(t, call, scope, 2, 3) as [Typed, Typed, Typed | undefined];
  if (names !== undefined) t.unsupported("from_json with names of its own for the fields", call.pos);
  const to = readType(t, t.literalText(type, "from_json with a type", call.pos), call.args[1]!.pos);
  const shape = literal(JSON.stringify(engineTypeName(to)));
  const json: Sql = convertHive(t, text, VARCHAR, call.args[0]!.pos).sql;
  return withType(engine`CAST(json_transform(~try_json(${json}), ${shape}) AS ${engineType(to)})`, to, text);
};

function readType(t: Translation, text: string, pos: number): Type {
  try {
    const s = new TokenStream(text, "hive");
    const name = parseTypeName(s);
    s.expectEnd();
    return resolveTypeName(t, name);
  } catch (error) {
    if (!(error instanceof SqlError)) throw error;
    return t.invalid(`from_json: '${text}' is not a Hive type`, pos);
  }
}
