import { findTable } from "../analyze/relation.ts";
import type { Translation } from "../analyze/translation.ts";
import type { TranslateContext } from "../catalogue.ts";
import { CATALOGS, INFORMATION_SCHEMA, isCatalog, SYSTEM_CATALOG, type TableComments } from "../catalogue.ts";
import { findForms, functionNames } from "../functions/find-function.ts";
import type { Name, Statement } from "../parse/ast.ts";
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

/** Stands in for the parts of a name that follow the ones that are given. */
const NO_TABLE: Name = { text: "", quoted: true, pos: 0 };

/** SHOW and DESCRIBE, in the shape that each dialect's manual gives them. */
export async function planShow(t: Translation, show: Show, context: TranslateContext): Promise<Plan> {
  const { catalogue } = context;
  const matches = likeFilter(t, show);
  switch (show.what) {
    case "tables":
    case "views": {
      const { database, catalog } = t.pathOf(show.name.length > 0 ? [...show.name, NO_TABLE] : [], show.pos);
      if (!(await catalogue.databases(catalog)).includes(database))
        t.fail("SCHEMA_NOT_FOUND", `schema '${database}' does not exist`, show.pos);
      const tables = (await catalogue.tables(catalog, database))
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
      const { catalog } = t.pathOf(show.name.length > 0 ? [...show.name, NO_TABLE, NO_TABLE] : [], show.pos);
      const databases = (await catalogue.databases(catalog)).filter(
        (name) => !t.hive || name !== INFORMATION_SCHEMA,
      );
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
        [t.options.catalog === SYSTEM_CATALOG ? CATALOGS.presto[0]! : t.options.catalog, SYSTEM_CATALOG]
          .filter((name) => isCatalog(name, t.dialect) && matches(name))
          .sort()
          .map((name) => [name]),
      );
    case "functions":
      return showFunctions(t, matches);
    case "columns":
    case "describe":
      return describe(t, show, matches, await commentsOf(t, show, context));
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

async function commentsOf(
  t: Translation,
  show: Show,
  { catalogue }: TranslateContext,
): Promise<TableComments> {
  const { database, name } = findTable(t, show.name, show.pos);
  return catalogue.comments(database, name);
}

function describe(
  t: Translation,
  show: Show,
  matches: (name: string) => boolean,
  comments: TableComments,
): Plan {
  const table = findTable(t, show.name, show.pos);
  const columns = table.columns.filter((column) => matches(column.name));
  if (!t.hive)
    return rows(
      text("Column", "Type", "Extra", "Comment"),
      columns.map((column) => [
        column.name,
        t.typeName(column.type),
        "",
        comments.columns.get(column.name) ?? "",
      ]),
    );
  if (show.what === "columns")
    return rows(
      text("field"),
      columns.map((column) => [column.name]),
    );
  return rows(
    text("col_name", "data_type", "comment"),
    columns.map((column) => [column.name, t.typeName(column.type), comments.columns.get(column.name) ?? ""]),
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
