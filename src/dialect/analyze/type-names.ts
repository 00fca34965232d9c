import type { Dialect } from "../dialect.ts";
import type { TypeName } from "../parse/ast.ts";
import { scalarType } from "../types/scalar-types.ts";
import { arrayOf, decimal, mapOf, typeOfScalar, type Type } from "../types/type.ts";
import { offsetAtStart } from "../time/zones.ts";
import type { Translation } from "./translation.ts";

/** The names of types without parts that SQL takes: the table of types has those of other notations too. */
const NAMES =
  "boolean,tinyint,smallint,integer,int,bigint,real,float,double,varbinary,binary,date,json,uuid,ipaddress,unknown,string,interval year to month,interval day to second";
const SIMPLE = new Map(NAMES.split(",").map((name) => [name, typeOfScalar(scalarType(name)!)]));
/** How many numbers or types the other types have in parentheses. */
const PARTS: Record<string, number> = { varchar: 1, char: 1, decimal: 2, numeric: 2, dec: 2, timestamp: 1, array: 1, map: 2, time: 1, row: Infinity, struct: Infinity }; // prettier-ignore
const HIVE_ONLY = new Set(["string", "float", "binary", "struct"]);
const PRESTO_ONLY = new Set([
  "real",
  "varbinary",
  "json",
  "uuid",
  "ipaddress",
  "ipprefix",
  "row",
  "time",
  "unknown",
]);

/** Types of Presto whose values are kept by nothing here. */
const SKETCHES = new Set(["hyperloglog", "p4hyperloglog", "qdigest", "tdigest", "setdigest"]);

/** First words of type names, for editors. */
export function typeNamesOf(dialect: Dialect): ReadonlySet<string> {
  const others = dialect === "hive" ? PRESTO_ONLY : HIVE_ONLY;
  const names = [...SIMPLE.keys(), ...Object.keys(PARTS), "interval"];
  return new Set(names.filter((name) => /^(?!unknown)\w+$/.test(name) && !others.has(name)));
}

/** The type of a type name. @throws SqlError for a type that the dialect lacks. */
export function resolveTypeName(t: Translation, name: TypeName): Type {
  const parts = name.args.map((arg) => (typeof arg === "number" ? arg : arg.name)).join(", ");
  const fail = (): never => t.mismatch(`unknown type: ${name.name}${parts && `(${parts})`}`, name.pos);
  if (t.hive ? PRESTO_ONLY.has(name.name) : HIVE_ONLY.has(name.name)) return fail();
  if (name.args.length > (PARTS[name.name.split(" ")[0]!] ?? 0)) return fail();
  if (!t.hive && SKETCHES.has(name.name)) t.unsupported(`the type ${name.name}`, name.pos);
  const simple = SIMPLE.get(name.name);
  if (simple !== undefined) return simple;
  const number = (i: number, otherwise: number): number =>
    typeof name.args[i] === "object" ? fail() : (name.args[i] ?? otherwise);
  const nested = (i: number): Type =>
    typeof name.args[i] === "object"
      ? resolveTypeName(t, name.args[i])
      : t.mismatch(
          `${name.name} needs ${name.name === "map" ? "the types of its keys and values" : "the types of what it holds"}`,
          name.pos,
        );
  switch (name.name) {
    case "varchar":
      return { kind: "varchar", length: name.args.length > 0 ? number(0, 1) : null };
    case "char":
      if (t.hive && name.args.length === 0) t.mismatch("char needs a length: char(10)", name.pos);
      return { kind: "char", length: number(0, 1) };
    case "decimal":
    case "numeric":
    case "dec": {
      const [precision, scale] = t.hive ? [number(0, 10), number(1, 0)] : [number(0, 38), number(1, 0)];
      if (precision < 1 || precision > 38)
        t.invalid(`DECIMAL precision must be in range [1, 38]: ${precision}`, name.pos);
      if (scale > precision)
        t.invalid(`DECIMAL scale must be in range [0, precision (${precision})]: ${scale}`, name.pos);
      return decimal(precision, scale);
    }
    case "time":
    case "timestamp":
    case "time with time zone":
    case "timestamp with time zone": {
      const digits = number(0, t.hive ? 6 : 3);
      if (digits > 12)
        t.invalid(`${name.name.toUpperCase()} precision must be in range [0, 12]: ${digits}`, name.pos);
      const precision = Math.min(6, digits);
      if (name.name === "time" || name.name === "timestamp") return { kind: name.name, precision };
      return name.name === "time with time zone"
        ? { kind: "timetz", precision, zone: offsetAtStart(t, t.zone) }
        : { kind: "timestamptz", precision, zone: t.zone };
    }
    case "ipprefix":
      return t.unsupported(name.name, name.pos);
    case "array":
      return arrayOf(nested(0));
    case "map":
      return mapOf(nested(0), nested(1));
    case "row":
    case "struct":
      return {
        kind: "row",
        fields: name.args.map((_, i) => ({ name: name.fields?.[i] || null, type: nested(i) })),
      };
  }
  return fail();
}
