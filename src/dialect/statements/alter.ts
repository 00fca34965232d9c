import { sameName } from "../same-name.ts";
import type { Translation } from "../analyze/translation.ts";
import { resolveTypeName } from "../analyze/type-names.ts";
import type { Name } from "../parse/ast.ts";
import type { StatementOf } from "../parse/statement-ast.ts";
import type { Plan } from "../plan.ts";
import { storedAs } from "../types/engine-type.ts";
import { commentOn } from "./comment.ts";
import { changeOf, newTable, targetOf } from "./create-drop.ts";
import { columnOf, writable } from "./write.ts";
import { writePlan } from "./write-plan.ts";
import { engine, name as nameOf, type Sql } from "../sql/tree.ts";

/** ALTER TABLE: rename the table; add, drop and rename columns; change types. */
export function planAlter(t: Translation, statement: StatementOf<"alter">): Plan {
  const { action } = statement;
  const place = targetOf(t, statement.table);
  if (statement.ifExists && t.tableAt(place) === null) return { kind: "nothing", updateType: "ALTER TABLE" };
  const table = writable(t, statement.table, statement.pos);
  const has = (name: Name): boolean => table.columns.some((column) => sameName(column.name, name.text));
  const need = (name: Name): Sql => nameOf(columnOf(t, table, name).name);
  const fresh = (name: Name): Sql =>
    has(name)
      ? t.syntaxError(`column '${name.text}' already exists`, name.pos)
      : nameOf(name.text.toLowerCase());
  const steps: Sql[] = [];
  let to: string | undefined;
  const comments: Sql[] = [];
  const comment = (column: Name, text: string | null): void => {
    if (text !== null) comments.push(commentOn(place.sql, column.text.toLowerCase(), text));
  };
  switch (action.kind) {
    case "rename": {
      const target = newTable(t, action.to);
      if (target.database !== table.database && action.to.length > 1)
        t.unsupported("ALTER TABLE ... RENAME TO another database", statement.pos);
      if (t.tableAt({ ...place, table: target.table }) !== null)
        t.fail(
          "TABLE_ALREADY_EXISTS",
          `table '${place.database}.${target.table}' already exists`,
          statement.pos,
        );
      to = target.table;
      steps.push(engine`RENAME TO ${nameOf(to)}`);
      break;
    }
    case "addColumns":
      for (const column of action.columns) {
        if (action.ifNotExists && has(column.name)) continue;
        steps.push(engine`ADD COLUMN ${fresh(column.name)} ${storedAs(resolveTypeName(t, column.type))}`);
        comment(column.name, column.comment);
      }
      break;
    case "dropColumn":
      if (!action.ifExists || has(action.column)) steps.push(engine`DROP COLUMN ${need(action.column)}`);
      break;
    case "renameColumn": {
      if (action.ifExists && !has(action.column)) break;
      const renames = !sameName(action.column.text, action.to.text);
      const column = need(action.column);
      if (renames) steps.push(engine`RENAME COLUMN ${column} TO ${fresh(action.to)}`);
      if (action.type !== null)
        steps.push(
          engine`ALTER COLUMN ${renames ? nameOf(action.to.text.toLowerCase()) : column} TYPE ${storedAs(resolveTypeName(t, action.type))}`,
        );
      comment(action.to, action.comment);
      break;
    }
    case "setType":
      steps.push(
        engine`ALTER COLUMN ${need(action.column)} TYPE ${storedAs(resolveTypeName(t, action.type))}`,
      );
      break;
    case "properties":
      break;
  }
  if (steps.length + comments.length === 0) return { kind: "nothing", updateType: "ALTER TABLE" };
  return writePlan(
    "ALTER TABLE",
    [{ ...changeOf(place), ...(to === undefined ? {} : { becomes: to }) }],
    [...steps.map((step) => engine`ALTER TABLE ${place.sql} ${step}`), ...comments],
  );
}
