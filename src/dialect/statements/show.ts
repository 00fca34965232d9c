import { findTable } from "../analyze/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import { CATALOGS } from "../catalogue.ts";
import { findForms, functionNames } from "../functions/find-function.ts";
import type { Statement } from "../parse/ast.ts";
import type { Plan, PlanColumn } from "../plan.ts";
import { VARCHAR } from "../types/type.ts";
import { showCreateTable } from "./show-create.ts";

type Show = Extract<Statement, { kind: "show" }>;

const text = (...names: string[]): PlanColumn[] => names.map((name) => ({ name, type: VARCHAR }));
const rows = (columns: readonly PlanColumn[], cells: readonly (readonly (string | null)[])[]): Plan => ({
  kind: "rows",
  columns,
  rows: cells,
});

/** SHOW and DESCRIBE, in the shape that each dialect's manual gives them. */
export async function planShow(t: Translation, show: Show, context: TranslateContext): Promise<Plan> {
  const { catalogue } = context;
  const matches = likeFilter(t, show);
  switch (show.what) {
    case "tables":
    case "views": {
      const database = (show.name.at(-1)?.text ?? context.database).toLowerCase();
      if (database === "information_schema")
        return rows(
          text("Table"),
          ["columns", "schemata", "tables", "views"].filter(matches).map((name) => [name]),
        );
      if (!(await catalogue.databases()).includes(database))
        t.fail("SCHEMA_NOT_FOUND", `schema '${database}' does not exist`, show.pos);
      const tables = (await catalogue.tables(database))
        .filter((table) => show.what === "tables" || table.view)
        .map((table) => table.name);
      return rows(
        text(t.hive ? "tab_name" : "Table"),
        tables
          .filter(matches)
          .sort()
          .map((name) => [name]),
      );
    }
    case "schemas": {
      const databases = [...(await catalogue.databases()), ...(t.hive ? [] : ["information_schema"])];
      return rows(
        text(t.hive ? "database_name" : "Schema"),
        databases
          .filter(matches)
          .sort()
          .map((name) => [name]),
      );
    }
    case "catalogs":
      if (t.hive) t.unsupported("SHOW CATALOGS", show.pos);
      return rows(
        text("Catalog"),
        CATALOGS.presto
          .slice(0, 1)
          .filter(matches)
          .map((name) => [name]),
      );
    case "functions":
      return showFunctions(t, matches);
    case "columns":
    case "describe":
      return describe(t, show, matches);
    case "createTable":
    case "createView":
      return showCreateTable(t, show, context);
    case "partitions":
      findTable(t, show.name, show.pos);
      return t.fail("GENERIC_USER_ERROR", "the table is not partitioned", show.pos);
    case "session":
      return rows(text("Name", "Value", "Default", "Type", "Description"), []);
    case "stats":
      return t.unsupported("SHOW STATS", show.pos);
    case "describeFunction": {
      const name = show.name.at(-1)!.text.toLowerCase();
      const forms = findForms(name, t.dialect);
      const known = forms !== null || functionNames(t.dialect).includes(name);
      return rows(text("tab_name"), [
        [
          known
            ? `${name}${forms === null ? "()" : forms[0]!.signature.text.replace("->", "returns")}`
            : `Function '${name}' does not exist.`,
        ],
      ]);
    }
  }
}

function showFunctions(t: Translation, matches: (name: string) => boolean): Plan {
  const names = functionNames(t.dialect).filter(matches);
  if (t.hive)
    return rows(
      text("tab_name"),
      names.map((name) => [name]),
    );
  const cells = names.flatMap((name) => {
    const forms = findForms(name, t.dialect);
    if (forms === null) return [[name, "unknown", "", "scalar", "true", ""]];
    return forms.map((form) => {
      const [params, result] = form.signature.text.split(" -> ") as [string, string];
      return [name, result, params.slice(1, -1), form.kind, form.volatile ? "false" : "true", ""];
    });
  });
  return rows(
    text("Function", "Return Type", "Argument Types", "Function Type", "Deterministic", "Description"),
    cells,
  );
}

function describe(t: Translation, show: Show, matches: (name: string) => boolean): Plan {
  const table = findTable(t, show.name, show.pos);
  const columns = table.columns.filter((column) => matches(column.name));
  if (!t.hive)
    return rows(
      text("Column", "Type", "Extra", "Comment"),
      columns.map((column) => [column.name, t.typeName(column.type), "", ""]),
    );
  if (show.what === "columns")
    return rows(
      text("field"),
      columns.map((column) => [column.name]),
    );
  return rows(
    text("col_name", "data_type", "comment"),
    columns.map((column) => [column.name, t.typeName(column.type), ""]),
  );
}

/** LIKE of a SHOW: a pattern as in Presto, or `*` and `|` as in Hive. */
function likeFilter(t: Translation, show: Show): (name: string) => boolean {
  if (show.like === null) return () => true;
  const escape = (part: string): string => part.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  if (t.hive) {
    const pattern = new RegExp(
      `^(?:${show.like
        .split("|")
        .map((one) =>
          one
            .split("*")
            .map((part) => part.split("%").map(escape).join(".*"))
            .join(".*"),
        )
        .join("|")})$`,
      "i",
    );
    return (name) => pattern.test(name);
  }
  let pattern = "";
  for (let i = 0; i < show.like.length; i++) {
    const char = show.like[i]!;
    if (char === show.escape && i + 1 < show.like.length) pattern += escape(show.like[++i]!);
    else pattern += char === "%" ? ".*" : char === "_" ? "." : escape(char);
  }
  const compiled = new RegExp(`^${pattern}$`, "s");
  return (name) => compiled.test(name);
}
