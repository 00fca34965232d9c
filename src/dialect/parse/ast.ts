/** The syntax tree of both dialects. `pos` is the character offset in the user's statement. */

export type Node<Kind, Parts> = { readonly kind: Kind; readonly pos: number } & Readonly<Parts>;
/** A node of each kind in a table of their parts. */
export type AnyNode<Kinds> = { [Kind in keyof Kinds]: Node<Kind, Kinds[Kind]> }[keyof Kinds];

export interface Name {
  readonly text: string;
  readonly quoted: boolean;
  readonly pos: number;
}

export interface TypeName {
  readonly name: string;
  readonly pos: number;
  readonly args: readonly (TypeName | number)[];
  /** Field names of a row or struct, "" for unnamed ones. */
  readonly fields?: readonly string[];
}

export type NullOrder = "first" | "last" | null;
export interface SortItem {
  readonly expr: Expr;
  readonly descending: boolean;
  readonly nulls: NullOrder;
}

export interface FrameBound {
  readonly kind: "unboundedPreceding" | "preceding" | "current" | "following" | "unboundedFollowing";
  readonly offset?: Expr;
}

export interface WindowSpec {
  readonly base: Name | null;
  readonly partitionBy: readonly Expr[];
  readonly orderBy: readonly SortItem[];
  readonly frame: {
    readonly unit: "ROWS" | "RANGE" | "GROUPS";
    readonly start: FrameBound;
    readonly end: FrameBound;
  } | null;
  readonly pos: number;
}

/** An operator with its right operand. */
export interface Operand {
  readonly op: string;
  readonly pos: number;
  readonly arg: Expr;
}

interface Expressions {
  name: { parts: readonly Name[] };
  number: { text: string };
  string: { value: string };
  binary: { hex: string };
  boolean: { value: boolean };
  null: object;
  /** `?`, by its index in the statement. */
  parameter: { index: number };
  typedLiteral: { type: TypeName; value: string };
  interval: { value: Expr; negative: boolean; from: string; to: string | null };
  star: object;
  unary: { op: "-" | "+" | "~" | "NOT"; arg: Expr };
  /** Left-associative operators of equal precedence. A chain of any length is one node. */
  operation: { first: Expr; rest: readonly Operand[] };
  logic: { op: "AND" | "OR"; args: readonly Expr[] };
  compare: { op: string; left: Expr; right: Expr };
  quantified: { op: string; left: Expr; all: boolean; query: Query };
  between: { arg: Expr; low: Expr; high: Expr; not: boolean };
  in: { arg: Expr; list: readonly Expr[] | Query; not: boolean };
  like: { arg: Expr; pattern: Expr; escape: Expr | null; regex: boolean; not: boolean };
  isNull: { arg: Expr; not: boolean };
  isBoolean: { arg: Expr; value: boolean; not: boolean };
  isDistinct: { left: Expr; right: Expr; not: boolean };
  exists: { query: Query };
  case: {
    arg: Expr | null;
    whens: readonly { readonly when: Expr; readonly then: Expr }[];
    otherwise: Expr | null;
  };
  cast: { arg: Expr; type: TypeName; safe: boolean };
  call: {
    name: string;
    args: readonly Expr[];
    distinct: boolean;
    orderBy: readonly SortItem[];
    filter: Expr | null;
    over: WindowSpec | null;
    nullTreatment: "ignore" | "respect" | null;
    /** How json_object and json_array treat nulls. */
    nulls?: "absent" | "kept";
  };
  lambda: { params: readonly Name[]; body: Expr };
  subscript: { arg: Expr; index: Expr };
  field: { arg: Expr; name: Name };
  array: { items: readonly Expr[] };
  row: { items: readonly Expr[] };
  subquery: { query: Query };
  atTimeZone: { arg: Expr; zone: Expr };
}

export type Expr = AnyNode<Expressions>;
export type ExprOf<Kind extends keyof Expressions> = Node<Kind, Expressions[Kind]>;
export type Call = ExprOf<"call">;

export type Query = Node<
  "query",
  {
    with: readonly CommonTable[];
    recursive: boolean;
    body: Body;
    orderBy: readonly SortItem[];
    limit: Expr | null;
    offset: Expr | null;
    /** FETCH FIRST ... WITH TIES. */
    withTies: boolean;
  }
>;

export interface CommonTable {
  readonly name: Name;
  readonly columns: readonly Name[];
  readonly query: Query;
}

interface Bodies {
  select: {
    distinct: boolean;
    items: readonly SelectItem[];
    from: Relation | null;
    where: Expr | null;
    groupBy: readonly GroupItem[];
    having: Expr | null;
    windows: readonly { readonly name: Name; readonly spec: WindowSpec }[];
    qualify: Expr | null;
    /** Hive: SORT BY / CLUSTER BY, which sort within a reducer only. */
    sortBy: readonly SortItem[];
    /** Whether what it computes, in all but its FROM, has queries. */
    hasSubqueries: boolean;
  };
  setOp: { op: "UNION" | "INTERSECT" | "EXCEPT"; all: boolean; left: Body; right: Body };
  values: { rows: readonly Expr[] };
  nested: { query: Query };
}

export type Body = AnyNode<Bodies>;
export type Select = Node<"select", Bodies["select"]>;

interface SelectItems {
  /** `*`, `t.*`, `row.*`. */
  all: { qualifier: readonly Name[]; arg: Expr | null; aliases: readonly Name[] };
  /** `end`: where the expression ends. */
  item: { expr: Expr; end: number; alias: Name | null; aliases: readonly Name[] };
}

export type SelectItem = AnyNode<SelectItems>;
export type OneItem = Extract<SelectItem, { kind: "item" }>;

export type GroupItem =
  | { readonly kind: "expr"; readonly expr: Expr }
  | { readonly kind: "rollup" | "cube"; readonly sets: readonly (readonly Expr[])[] }
  | {
      readonly kind: "sets";
      readonly sets: readonly (readonly Expr[])[];
      /** Hive: the columns that GROUP BY lists before the sets; they define the bits of GROUPING__ID. */
      readonly order?: readonly Expr[];
      /** Sets of the same columns count once. */
      readonly distinct?: boolean;
    };

export interface LateralView {
  readonly outer: boolean;
  readonly call: Call;
  readonly table: Name;
  readonly columns: readonly Name[];
  readonly pos: number;
}

export type JoinKind = "CROSS" | "INNER" | "LEFT" | "RIGHT" | "FULL" | "SEMI" | "ANTI";
interface Relations {
  table: { name: readonly Name[] };
  derived: { query: Query; lateral: boolean };
  unnest: { args: readonly Expr[]; ordinality: boolean };
  tableFunction: { name: string; args: readonly { name: Name | null; value: Expr }[] };
  alias: { arg: Relation; alias: Name; columns: readonly Name[] };
  sample: {
    arg: Relation;
    method: "BERNOULLI" | "SYSTEM" | "ROWS" | "BUCKET";
    /** In Hive's BUCKET the number of buckets. */
    size: Expr;
    /** Hive's BUCKET: its number from 1, and `hash` of what the buckets depend on. */
    bucket?: { readonly number: Expr; readonly hash: Call };
  };
  join: {
    join: JoinKind;
    left: Relation;
    right: Relation;
    on: Expr | null;
    using: readonly Name[];
    natural: boolean;
  };
  withLateral: { arg: Relation; views: readonly LateralView[] };
}

export type Relation = AnyNode<Relations>;
export type RelationOf<Kind extends keyof Relations> = Node<Kind, Relations[Kind]>;
