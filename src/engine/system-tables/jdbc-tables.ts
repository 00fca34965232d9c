import { typeName } from "../../dialect/types/type-text.ts";
import type { Type } from "../../dialect/types/type.ts";
import { allCatalogs, allColumns, allSchemas, allTables, values } from "./listings.ts";
import { systemTable, type SystemContext } from "./system-table.ts";
import { columnType } from "../../dialect/column-type.ts";

/** VALUES of JDBC type metadata for the types in use: name, code, size, digits, radix, octets. */
function columnTypes({ columns, listed }: SystemContext): string {
  const types = [
    ...columns.values(),
    ...listed.flatMap(({ table }) => table.columns.map(({ type }) => type)),
  ];
  const described = new Map(types.map((type) => [typeName(type, "presto"), jdbcType(type)]));
  return values(
    [...described].map(([name, { code, ...type }]) => [
      name,
      code,
      type.size,
      type.digits,
      type.radix,
      type.octets,
    ]),
  );
}

/** Tables that JDBC drivers query for DatabaseMetaData. Source: Trino, system.jdbc. */
export const JDBC_TABLES = [
  systemTable(
    "attributes",
    "type_cat type_schem type_name attr_name data_type:bigint attr_type_name attr_size:bigint decimal_digits:bigint num_prec_radix:bigint nullable:bigint remarks attr_def sql_data_type:bigint sql_datetime_sub:bigint char_octet_length:bigint ordinal_position:bigint is_nullable scope_catalog scope_schema scope_table source_data_type:bigint",
  ),
  systemTable("catalogs", "table_cat", allCatalogs),
  systemTable(
    "columns",
    "table_cat table_schem table_name column_name data_type:bigint type_name column_size:bigint buffer_length:bigint decimal_digits:bigint num_prec_radix:bigint nullable:bigint remarks column_def sql_data_type:bigint sql_datetime_sub:bigint char_octet_length:bigint ordinal_position:bigint is_nullable scope_catalog scope_schema scope_table source_data_type:bigint is_autoincrement is_generatedcolumn",
    (c) =>
      `SELECT catalog, schema, name, column_name, coalesce(t.code, 2000), l.type, t.size, 0, t.digits, t.radix, 1, comment, NULL, NULL, NULL, t.octets, ordinal, 'YES', NULL, NULL, NULL, NULL, NULL, NULL
      FROM ${allColumns(c)} LEFT JOIN (${columnTypes(c)}) AS t(type, code, size, digits, radix, octets) ON t.type = l.type`,
  ),
  systemTable(
    "procedure_columns",
    "procedure_cat procedure_schem procedure_name column_name column_type:bigint data_type:bigint type_name precision:bigint length:bigint scale:bigint radix:bigint nullable:bigint remarks column_def sql_data_type:bigint sql_datetime_sub:bigint char_octet_length:bigint ordinal_position:bigint is_nullable specific_name",
  ),
  systemTable(
    "procedures",
    "procedure_cat procedure_schem procedure_name remarks procedure_type:bigint specific_name",
  ),
  systemTable(
    "pseudo_columns",
    "table_cat table_schem table_name column_name data_type:bigint column_size:bigint decimal_digits:bigint num_prec_radix:bigint column_usage remarks char_octet_length:bigint is_nullable",
  ),
  systemTable("schemas", "table_schem table_catalog", (c) => `SELECT schema, catalog FROM ${allSchemas(c)}`),
  systemTable("super_tables", "table_cat table_schem table_name supertable_name"),
  systemTable("super_types", "type_cat type_schem type_name supertype_cat supertype_schem supertype_name"),
  systemTable("table_types", "table_type", () => values([["TABLE"], ["VIEW"]])),
  systemTable(
    "tables",
    "table_cat table_schem table_name table_type remarks type_cat type_schem type_name self_referencing_col_name ref_generation",
    (c) => `SELECT catalog, schema, name, kind, comment, NULL, NULL, NULL, NULL, NULL FROM ${allTables(c)}`,
  ),
  systemTable(
    "types",
    "type_name data_type:bigint precision:bigint literal_prefix literal_suffix create_params nullable:bigint case_sensitive:boolean searchable:bigint unsigned_attribute:boolean fixed_prec_scale:boolean auto_increment:boolean local_type_name minimum_scale:bigint maximum_scale:bigint sql_data_type:bigint sql_datetime_sub:bigint num_prec_radix:bigint",
    () =>
      values(
        NAMED_TYPES.map(([name, { code, size, radix }]) => {
          const noAttributes = [null, null, null, 1, false, 3, null, false, null, null, 0, 0, null, null];
          return [name, code, size, ...noAttributes, radix];
        }),
      ),
  ),
  systemTable("udts", "type_cat type_schem type_name class_name data_type remarks base_type"),
];

/** JDBC metadata of a type. Source: java.sql.Types, and replies of Trino 476. */
interface JdbcType {
  readonly code: number;
  /** Maximum characters or digits; null if not applicable. */
  readonly size: number | null;
  /** Fractional digits. */
  readonly digits: number | null;
  readonly radix: 10 | 2 | null;
  /** Maximum bytes of a text. */
  readonly octets: number | null;
}

const UNBOUNDED = 2_147_483_647;
/** JDBC code of types that it does not have. */
const JAVA_OBJECT = 2000;

const describe = (code: number, parts: Partial<JdbcType> = {}): JdbcType => ({
  code,
  size: null,
  digits: null,
  radix: null,
  octets: null,
  ...parts,
});
const whole = (code: number, size: number): JdbcType => describe(code, { size, radix: 10 });
/** A time type; `size` is the length of its text without a fraction. */
const time = (code: number, size: number, digits: number): JdbcType =>
  describe(code, { size: size + (digits === 0 ? 0 : digits + 1), digits });
const text = (code: number, length: number | null): JdbcType =>
  describe(code, { size: length ?? UNBOUNDED, octets: length ?? UNBOUNDED });

const FIXED: Readonly<Partial<Record<Type["kind"], JdbcType>>> = {
  boolean: describe(16),
  tinyint: whole(-6, 3),
  smallint: whole(5, 5),
  integer: whole(4, 10),
  bigint: whole(-5, 19),
  real: describe(7, { size: 24, radix: 2 }),
  double: describe(8, { size: 53, radix: 2 }),
  varbinary: text(-3, null),
  date: describe(91, { size: 14 }),
  array: describe(2003),
};

function jdbcType(type: Type): JdbcType {
  switch (type.kind) {
    case "decimal":
      return describe(3, { size: type.precision, digits: type.scale, radix: 10 });
    case "char":
      return text(1, type.length);
    case "varchar":
      return text(12, type.length);
    case "time":
      return time(92, 8, type.precision);
    case "timestamp":
      return time(93, 21, type.precision);
    case "timetz":
      return time(2013, 14, type.precision);
    case "timestamptz":
      return time(2014, 55, type.precision);
    default:
      return FIXED[type.kind] ?? describe(JAVA_OBJECT);
  }
}

/** In the order of that table, which leaves out intervals and addresses. */
const NAMES =
  "boolean,tinyint,smallint,integer,bigint,real,double,decimal,varchar,varbinary,date,time,time with time zone,timestamp,timestamp with time zone,json,uuid";

/** Rows of `system.jdbc.types`: types with parameters are listed once. */
const NAMED_TYPES: readonly (readonly [string, JdbcType])[] = [
  ...NAMES.split(",").map((name) => [name, jdbcType(columnType(name, name))] as const),
  ["char", text(1, UNBOUNDED)],
  ["array", FIXED.array!],
  ["map", describe(JAVA_OBJECT)],
  ["row", describe(JAVA_OBJECT)],
];
