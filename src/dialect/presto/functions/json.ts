import { type CallContext, family } from "../../functions/function-table.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import { enginePointer, parseJsonPath } from "../../json/json-path.ts";
import { INTEGER, JSON_TYPE, VARCHAR } from "../../types/type.ts";
import { engine, lambda, literal, type Sql, caseOf, group } from "../../sql/tree.ts";

/** Paths that can vary by row: only members and indexes. */
const SIMPLE_PATH = engine`'[$]([.][A-Za-z_][A-Za-z0-9_]*|\\[[0-9]+\\])*'`;

/** The path in the engine's syntax. */
function pathSql(c: CallContext): Sql {
  const path = c.args[1]!;
  if (path.constant === null) return engine`NULL`;
  if (typeof path.constant === "string") return enginePointer(pathOf(c, path.constant));
  return bindOnce([path], (p) => {
    const message = engine`'unsupported in the local service: the JSON path ''' || ${p} || ''' row by row'`;
    const failure = c.failing(message, VARCHAR, "NOT_SUPPORTED");
    return engine`(CASE WHEN regexp_full_match(${p}, ${SIMPLE_PATH}) THEN ${p} ELSE ${failure} END)`;
  });
}

function pathOf(c: CallContext, path: string): string[] {
  return (
    parseJsonPath(path) ??
    c.t.invalid(`Invalid JSON path: '${path}'; a name such as a-b is written ["a-b"]`, c.pos)
  );
}

/** Null for invalid JSON. */
const source = (c: CallContext): Sql =>
  c.args[0]!.type.kind === "json" ? c.args[0]!.sql : engine`~try_json(${c.args[0]!.sql})`;
const at = (c: CallContext): Sql => engine`json_extract(${source(c)}, ${pathSql(c)})`;

/** Numbers are in Java's notation. */
const extract = (c: CallContext): Sql =>
  bindOnce([withType(engine`CAST(${at(c)} AS VARCHAR)`, VARCHAR)], (x) => engine`~settled_json(${x})`);
const extractScalar = (c: CallContext): Sql => {
  const [text, path] = c.args as [Typed, Typed];
  const steps = typeof path.constant === "string" ? pathOf(c, path.constant) : null;
  return bindOnce([text, withType(at(c), JSON_TYPE)], (s, x) => {
    // A number from text keeps its notation, a number from JSON is in Java's.
    const number =
      text.type.kind === "json" || steps === null
        ? engine`~double_text(CAST(${x} AS DOUBLE))`
        : engine`svc_json_written(${s}, ${literal(JSON.stringify(steps))})`;
    return engine`(CASE json_type(${x}) WHEN 'ARRAY' THEN NULL WHEN 'OBJECT' THEN NULL WHEN 'NULL' THEN NULL WHEN 'DOUBLE' THEN ${number} ELSE ${x} ->> '$' END)`;
  });
};

const size = (c: CallContext): Sql =>
  bindOnce(
    [withType(at(c), JSON_TYPE)],
    (x) =>
      engine`(CASE json_type(${x}) WHEN 'ARRAY' THEN CAST(json_array_length(${x}) AS BIGINT) WHEN 'OBJECT' THEN len(json_keys(${x})) ELSE CASE WHEN ${x} IS NOT NULL THEN 0 END END)`,
  );

const arrayLength = (c: CallContext): Sql =>
  engine`CAST(json_array_length(~json_array(${source(c)})) AS BIGINT)`;

/** The engine's names for JSON's types, and the type they are compared in, by the kind of the value searched. */
const COMPARED: Readonly<Record<string, readonly [Sql, Sql]>> = {
  varchar: [engine`'VARCHAR'`, engine`VARCHAR`],
  boolean: [engine`'BOOLEAN'`, engine`BOOLEAN`],
  double: [engine`'DOUBLE'`, engine`DOUBLE`],
};

const WHOLE_NUMBERS = [engine`'BIGINT', 'UBIGINT'`, engine`HUGEINT`] as const;

const contains = (c: CallContext): Sql => {
  const items = engine`CAST(~json_array(${source(c)}) AS JSON[])`;
  const value = c.args[1]!;
  const [jsonTypes, type] = COMPARED[value.type.kind] ?? WHOLE_NUMBERS;
  const test = lambda((j) => {
    const equal = engine`CAST((${j} ->> '$') AS ${type}) = ${value.sql}`;
    return engine`CASE WHEN json_type(${j}) IN (${jsonTypes}) THEN ${equal} ELSE FALSE END`;
  });
  const odd =
    value.type.kind === "double"
      ? [[engine`${c.args[0]!.sql} IS NOT NULL AND NOT isfinite(${value.sql})`, engine`FALSE`] as const]
      : [];
  const isAmong = engine`len(list_filter(${items}, ${test})) > 0`;
  return group(caseOf([...odd, [engine`${value.sql} IS NOT NULL`, isAmong]]));
};

/** As the manual warns: a string item is returned unquoted, which is not valid JSON. Numbers keep their notation. */
const itemOf = (c: CallContext): Sql =>
  bindOnce(c.args, (list, index) => {
    const path = engine`CASE WHEN ${index} < 0 THEN '$[#' || ${index} || ']' ELSE '$[' || ${index} || ']' END`;
    const array = engine`~json_array(${c.args[0]!.type.kind === "json" ? list : engine`~try_json(${list})`})`;
    return engine`(CASE WHEN json_type(${array}, ${path}) = 'DOUBLE' THEN svc_json_written(CAST(${list} AS VARCHAR), '[' || ${index} || ']') ELSE ${array} ->> ${path} END)`;
  });

const parse = (c: CallContext): Sql =>
  bindOnce([c.args[0]!], (x) => {
    const failure = c.failing(engine`'Cannot convert value to JSON: ''' || ${x} || ''''`, INTEGER);
    return engine`(CASE WHEN ~valid_json(${x}) THEN ~read_json(${x}) ELSE CAST(${failure} AS VARCHAR)::JSON END)`;
  });

const isScalar = (c: CallContext) => engine`(json_type(${parse(c)}) NOT IN ('ARRAY', 'OBJECT'))`;

export const json = family("functions/json")`
is_json_scalar(json) → boolean | whether it is no array and no object | is_json_scalar('1') --> true
  (varchar) -> boolean = ${isScalar}
  (json) -> boolean = (json_type($1) NOT IN ('ARRAY', 'OBJECT'))
json_array_contains(json, value) → boolean | whether the array has the value | json_array_contains('[1,2]', 2) --> true
  (varchar/json, varchar) -> boolean | (varchar/json, boolean) -> boolean | (varchar/json, bigint) -> boolean | (varchar/json, double) -> boolean = ${contains}
json_array_get(json, index) → json | an element, from 0 | json_array_get('["x"]', -1) --> "x"
  (varchar/json, bigint) -> json = ${itemOf}
json_array_length(json) → bigint | number of elements | json_array_length('[1, 2]') --> 2
  (varchar/json) -> bigint = ${arrayLength}
json_extract(json, path) → json | the value at a path such as $.a[0] | json_extract('{"a":{"b":1}}', '$.a') --> "{\"b\":1}"
  (varchar/json, varchar) -> json = ${extract}
json_extract_scalar(json, path) → varchar | the value at a path as text | json_extract_scalar('{"a":{"b":1}}', '$.a.b') --> "1"
  (varchar/json, varchar) -> varchar = ${extractScalar}
json_format(json) → varchar | as text | json_format(json '"a"') --> "\"a\""
  (json) -> varchar = CAST($1 AS VARCHAR)
json_parse(string) → json | from text | json_parse('{"a": [1]}') --> "{\"a\":[1]}"
  (varchar) -> json = ${parse}
json_size(json, path) → bigint | number of members at a path | json_size('[1,2]', '$') --> 2
  (varchar/json, varchar) -> bigint = ${size}
`;
