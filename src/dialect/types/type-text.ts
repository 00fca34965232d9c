import type { Dialect } from "../dialect.ts";
import { needsQuotes } from "../parse/reserved.ts";
import { quoteName } from "../quote.ts";
import type { TypeForm } from "./scalar-types.ts";
import { innerTypes, scalarOf, type Type } from "./type.ts";

/** How a type is written: as Presto or Hive names it, or in a statement that Trino writes. */
type Notation = Dialect | "sql";

/** A type's name in the dialect: `array(bigint)`, `array<bigint>`. */
export const typeName = (type: Type, dialect: Dialect): string => typeText(formOf(type, dialect), dialect);

/** A type in a statement that Trino writes: `decimal(10, 2)`, `INTERVAL DAY TO SECOND`. */
export const typeInSql = (type: Type): string => typeText(formOf(type, "presto"), "sql");

function formOf(type: Type, dialect: Dialect): TypeForm {
  const own = scalarOf(type);
  const isHive = dialect === "hive";
  const hasName = isHive && own.hive !== "-";
  const inner = innerTypes(type).map((one) => formOf(one, dialect));
  const form = (name: string, parameters: readonly number[] = [], fieldNames: readonly string[] = []): TypeForm => ({ name, parameters, inner, fieldNames }); // prettier-ignore
  switch (type.kind) {
    case "decimal":
      return form("decimal", [type.precision, type.scale]);
    case "varchar":
      return type.length === null ? form(isHive ? "string" : "varchar") : form("varchar", [type.length]);
    case "char":
      return form("char", [type.length]);
    case "time":
    case "timestamp":
    case "timetz":
    case "timestamptz":
      return hasName ? form(own.hive) : form(own.presto, [type.precision]);
    case "array":
    case "map":
      return form(type.kind);
    case "row": {
      const names = type.fields.map(({ name }, i) => (isHive ? (name ?? `col${i + 1}`).toLowerCase() : (name ?? ""))); // prettier-ignore
      return form(isHive ? "struct" : "row", [], names);
    }
    default:
      return form(hasName ? own.hive : own.presto);
  }
}

/** A type as text; every type that is written for users and clients is written here. */
export function typeText({ name, parameters = [], inner, fieldNames }: TypeForm, notation: Notation): string {
  if (notation === "sql" && name.startsWith("interval ")) return name.toUpperCase();
  const parts = inner.map((part, i) => {
    const [field, text] = [fieldNames[i] ?? "", typeText(part, notation)];
    if (field === "") return text;
    return notation === "hive" ? `${field}:${text}` : `${fieldName(field, notation)} ${text}`;
  });
  if (notation === "hive" && parts.length > 0) return `${name}<${parts.join(",")}>`;
  if (parts.length + parameters.length === 0) return name;
  const inside = [...parts, ...parameters].join(name === "decimal" && notation !== "sql" ? "," : ", ");
  // The digits of a time stand before its zone.
  return name.replace(/^\w+/, (first) => `${first}(${inside})`);
}

/** A field's name, quoted if necessary; SQL quotes reserved words too. */
function fieldName(name: string, notation: Notation): string {
  const isQuoted = notation === "sql" ? needsQuotes(name, "presto") : !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name);
  return isQuoted ? quoteName(name) : name;
}
