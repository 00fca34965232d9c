import type { AlterAction, Statement } from "../statement-ast.ts";
import { parseColumn, parseColumns, skipParentheses } from "./create.ts";
import type { Parser } from "../parser.ts";
import { parseTypeName } from "../parse-type-name.ts";

export function parseAlter(s: Parser): Statement {
  const pos = s.pos;
  s.expect("ALTER");
  if (!s.take("TABLE")) s.refuse("ALTER", "TABLE", pos);
  const ifExists = s.take("IF", "EXISTS");
  const table = s.qualifiedName();
  const action = parseAction(s);
  // These apply to partitions, which do not exist here.
  if (s.hive) s.takeAny("CASCADE", "RESTRICT");
  return { kind: "alter", pos, table, ifExists, action };
}

function parseAction(s: Parser): AlterAction {
  const pos = s.pos;
  if (s.take("RENAME", "TO")) return { kind: "rename", to: s.qualifiedName() };
  if (s.take("RENAME", "COLUMN")) {
    const ifExists = s.take("IF", "EXISTS");
    const column = s.name();
    s.expect("TO");
    return { kind: "renameColumn", column, to: s.name(), type: null, comment: null, ifExists };
  }
  if (s.take("DROP", "COLUMN")) {
    const ifExists = s.take("IF", "EXISTS");
    return { kind: "dropColumn", column: s.name(), ifExists };
  }
  if (s.take("ADD", "COLUMNS")) return { kind: "addColumns", columns: parseColumns(s), ifNotExists: false };
  if (s.take("ADD", "COLUMN")) {
    const ifNotExists = s.take("IF", "NOT", "EXISTS");
    return { kind: "addColumns", columns: [parseColumn(s)], ifNotExists };
  }
  if (s.take("CHANGE")) {
    s.take("COLUMN");
    const column = s.name();
    const to = s.name();
    const type = parseTypeName(s);
    const comment = s.take("COMMENT") ? s.string() : null;
    if (s.isAny("FIRST", "AFTER")) s.unsupported("moving a column", pos);
    return { kind: "renameColumn", column, to, type, comment, ifExists: false };
  }
  if (s.take("ALTER", "COLUMN")) {
    const column = s.name();
    s.expect("SET", "DATA", "TYPE");
    return { kind: "setType", column, type: parseTypeName(s) };
  }
  if (s.hive && s.take("SET", "TBLPROPERTIES")) {
    skipParentheses(s);
    return { kind: "properties" };
  }
  if (!s.hive && s.take("SET", "PROPERTIES")) {
    while (s.current.kind !== "end" && !s.is(";")) s.next();
    return { kind: "properties" };
  }
  if (
    s.hive &&
    (s.is("PARTITION") ||
      s.is("ADD", "PARTITION") ||
      s.is("ADD", "IF") ||
      s.is("DROP", "PARTITION") ||
      s.is("DROP", "IF"))
  )
    s.unsupported(
      "ALTER TABLE of partitions, whose columns are like any other here: INSERT makes them, DELETE FROM … WHERE drops them",
      pos,
    );
  return s.refuse("ALTER TABLE ...", "ADD, ALTER, CHANGE, DROP, RENAME or SET", pos);
}
