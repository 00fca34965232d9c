/** How a table's column keeps the values of a type; `value` for plain JavaScript values. */
export type ColumnKind = "integer" | "float" | "decimal" | "boolean" | "text" | "value";

/** A type as any notation writes it: `array(bigint)`, `map<string,int>`, `row(a bigint, "b c" varchar)`, `decimal(10,2)`. */
export interface TypeForm {
  /** Lowercase, without parameters: `bigint`, `array`, `timestamp with time zone`. */
  readonly name: string;
  /** Inner types: the item of an array, key and value of a map, fields of a row or struct. */
  readonly inner: readonly TypeForm[];
  /** Field names of a row or struct, `""` for unnamed ones; else empty. */
  readonly fieldNames: readonly string[];
  /** Precision and scale, if any. */
  readonly parameters?: readonly number[];
}

/** A type without parts, in all that it is written in. A dash stands for what lacks it. */
export interface ScalarType {
  readonly presto: string;
  readonly hive: string;
  /** In the schema of a table of the service, which has one for several. */
  readonly schema: string;
  readonly engine: string;
  /** HiveServer2's `TTypeId`. */
  readonly thrift: string;
  readonly parquet: string;
  readonly arrow: string;
  /** In TypeScript, of values that are converted; `Date` is a text before that. */
  readonly ts: string;
  readonly kind: ColumnKind;
  /** Other names for it. */
  readonly aliases: string;
}

/** Lists, maps and rows are composed of these, by each that reads the table. */
const LINES = `
presto                   | hive                | schema    | engine    | thrift | parquet   | arrow   | ts      | kind    | aliases
boolean                  | boolean             | boolean   | BOOLEAN   | 0      | boolean   | bool    | boolean | boolean | -
tinyint                  | tinyint             | int       | TINYINT   | 1      | int8      | int8    | number  | integer | -
smallint                 | smallint            | int       | SMALLINT  | 2      | int16     | int16   | number  | integer | -
integer                  | int                 | int       | INTEGER   | 3      | int32     | int32   | number  | integer | -
bigint                   | bigint              | long      | BIGINT    | 4      | int64     | int64   | number  | integer | long
real                     | float               | float     | FLOAT     | 5      | float     | float64 | number  | float   | -
double                   | double              | double    | DOUBLE    | 6      | double    | float64 | number  | float   | double precision
decimal                  | decimal             | -         | DECIMAL   | 15     | decimal   | utf8    | number  | decimal | numeric
varchar                  | string              | string    | VARCHAR   | 7      | text      | utf8    | string  | text    | text, number
char                     | char                | string    | VARCHAR   | 19     | text      | utf8    | string  | text    | character
varbinary                | binary              | binary    | BLOB      | 9      | bytes     | binary  | any     | value   | -
date                     | date                | date      | DATE      | 17     | date      | utf8    | Date    | text    | -
time                     | -                   | -         | TIME      | -      | time      | utf8    | string  | text    | -
time with time zone      | -                   | -         | TIME      | -      | text      | utf8    | string  | text    | -
timestamp                | timestamp           | timestamp | TIMESTAMP | 8      | timestamp | utf8    | Date    | text    | timestamp_ntz, timestamp without time zone
timestamp with time zone | timestamp           | timestamp | TIMESTAMP | -      | instant   | utf8    | Date    | text    | timestamp with local time zone
json                     | string              | -         | JSON      | -      | text      | utf8    | any     | text    | -
uuid                     | string              | -         | UUID      | -      | text      | utf8    | string  | text    | -
ipaddress                | string              | -         | BLOB      | -      | text      | utf8    | string  | text    | -
interval year to month   | interval_year_month | -         | INTEGER   | 20     | text      | utf8    | string  | text    | -
interval day to second   | interval_day_time   | -         | BIGINT    | 21     | text      | utf8    | string  | text    | -
unknown                  | void                | -         | INTEGER   | 16     | json      | null    | any     | value   | -
HyperLogLog              | -                   | -         | UBIGINT[] | -      | json      | utf8    | any     | value   | -
`;

const [head = [], ...lines] = LINES.trim()
  .split("\n")
  .map((line) => line.split("|").map((cell) => cell.trim()));

/** The one table of types: every name that a type has anywhere, and every form that its values take. */
export const SCALAR_TYPES: readonly ScalarType[] = lines.map(
  (cells) => Object.fromEntries(head.map((field, i) => [field, cells[i]])) as unknown as ScalarType,
);

const byName = new Map<string, ScalarType>();
for (const type of SCALAR_TYPES)
  for (const name of [type.presto, type.hive, ...type.aliases.split(", ")])
    if (name !== "-" && !byName.has(name)) byName.set(name, type);

/** Bits of the values of an integer type; null for others. */
export const integerBits = (type: ScalarType | null): number | null =>
  type?.kind === "integer" ? Number(type.arrow.slice("int".length)) : null;

/** The type of a name in Presto's, Hive's or the service's notation, in lower case; null for lists, maps, rows and unknown names. */
export const scalarType = (name: string): ScalarType | null => byName.get(name) ?? null;
