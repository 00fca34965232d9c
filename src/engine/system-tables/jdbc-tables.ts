import { typeName } from "../../dialect/types/type.ts";
import { jdbcType, NAMED_TYPES } from "./jdbc-types.ts";
import { allCatalogs, allColumns, allSchemas, allTables, values } from "./listings.ts";
import { systemTable, type SystemContext } from "./system-table.ts";

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
      `SELECT catalog, schema, name, column_name, coalesce(t.code, 2000), l.type, t.size, 0, t.digits, t.radix, 1, comment, NULL, NULL, NULL, t.octets, place, 'YES', NULL, NULL, NULL, NULL, NULL, NULL
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
