import { bindOnce, isPlain } from "../analyze/bind-once.ts";
import { withType } from "../analyze/typed.ts";
import type { CallContext } from "../functions/function-table.ts";
import { enginePath, memberPath, type PathStep } from "../json/json-path.ts";
import { JSON_TYPE } from "../types/type.ts";
import { engine, literal, type Sql } from "../sql/tree.ts";

type Step = PathStep | { readonly kind: "elements" };

/** A key, and the indexes after it; Hive ignores anything else after a key. */
const PART = /^([A-Za-z0-9_\-:\s]+)/;
const INDEX = /\[([0-9]+|\*)\]/g;

/** The steps of a path; null for a path that never matches. Source: LanguageManual UDF, "get_json_object". */
function steps(path: string): Step[] | null {
  if (path === "$") return [];
  if (!path.startsWith("$.") && !path.startsWith("$[")) return null;
  const parts = path.slice(path.startsWith("$.") ? 2 : 1).split(".");
  const pathSteps: Step[] = [];
  for (const [i, part] of parts.entries()) {
    if (i > 0 || !part.startsWith("[")) {
      const key = PART.exec(part)?.[1];
      if (key === undefined) return null;
      pathSteps.push({ kind: "member", name: key });
    } else if (!new RegExp(INDEX.source).test(part)) return null;
    for (const [, index] of part.matchAll(INDEX))
      pathSteps.push(index === "*" ? { kind: "elements" } : { kind: "index", index: Number(index) });
  }
  return pathSteps;
}

/** get_json_object(json, path): strings unquoted, other values as JSON; null if the path matches nothing. */
export const jsonObject = (c: CallContext): Sql => {
  const pathSteps = steps(c.t.literalText(c.args[1]!, "get_json_object with a path", c.pos));
  if (pathSteps === null) return engine`CAST(NULL AS VARCHAR)`;
  const json = engine`~hive_json(${c.args[0]!.sql})`;
  const text = (sql: Sql): Sql => once(sql, (j) => engine`~hive_json_text(${j})`);
  if (pathSteps.length === 0)
    return bindOnce(
      [withType(json, JSON_TYPE)],
      (j) =>
        engine`(CASE WHEN json_type(${j}) IN ('OBJECT', 'ARRAY') THEN CAST(json_extract(${j}, '$') AS VARCHAR) END)`,
    );
  const plain = pathSteps.every((step) => step.kind !== "elements");
  // Keys also match in objects inside an array, which the engine's path does not do: walk the path if it finds nothing.
  const members = pathSteps.filter((step) => step.kind === "member").length;
  if (plain && members < 2) return text(engine`json_extract(${json}, ${enginePath(pathSteps)})`);
  return bindOnce([withType(json, JSON_TYPE)], (j) =>
    plain ? engine`coalesce(${text(engine`json_extract(${j}, ${enginePath(pathSteps)})`)}, ${text(walk(j, pathSteps))})` : text(walk(j, pathSteps)),
  ); // prettier-ignore
};

/** The macros use their parameter several times: nested, they would double the text at each step. */
const once = (sql: Sql, write: (json: Sql) => Sql): Sql =>
  isPlain(sql) ? write(sql) : bindOnce([withType(sql, JSON_TYPE)], write, () => true);

/** Evaluates the path step by step. `[*]` gives a list of values, to which the indexes after it apply. */
function walk(json: Sql, pathSteps: readonly Step[]): Sql {
  let isList = false;
  const settled = (j: Sql): Sql => (isList ? engine`~hive_json_found(${j})` : j);
  const last = pathSteps.reduce((j, step) => {
    if (step.kind === "member") {
      const from = settled(j);
      isList = false;
      return once(from, (x) => engine`~hive_json_member(${x}, ${memberPath(step.name)})`);
    }
    if (step.kind === "index")
      return isList
        ? engine`~hive_json_each(${j}, ${step.index})`
        : engine`json_extract(${j}, ${literal(`$[${step.index}]`)})`;
    const list = isList ? j : engine`[${j}]`;
    isList = true;
    return engine`~hive_json_elements(${list})`;
  }, json);
  return settled(last);
}
