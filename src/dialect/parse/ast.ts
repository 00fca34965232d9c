/** The syntax tree of both dialects. `pos` is the character offset in the user's statement. */

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

export interface Call {
  readonly kind: "call";
  /** How json_object and json_array treat nulls. */
  readonly nulls?: "absent" | "kept";
  readonly pos: number;
  readonly name: string;
  readonly args: readonly Expr[];
  readonly distinct: boolean;
  readonly orderBy: readonly SortItem[];
  readonly filter: Expr | null;
  readonly over: WindowSpec | null;
  readonly nullTreatment: "ignore" | "respect" | null;
}

/** An operator with its right operand. */
export interface Operand {
  readonly op: string;
  readonly pos: number;
  readonly arg: Expr;
}

export type Expr =
  | { readonly kind: "name"; readonly pos: number; readonly parts: readonly Name[] }
  | { readonly kind: "number"; readonly pos: number; readonly text: string }
  | { readonly kind: "string"; readonly pos: number; readonly value: string }
  | { readonly kind: "binary"; readonly pos: number; readonly hex: string }
  | { readonly kind: "boolean"; readonly pos: number; readonly value: boolean }
  | { readonly kind: "null"; readonly pos: number }
  /** `?`, by its index in the statement. */
  | { readonly kind: "parameter"; readonly pos: number; readonly index: number }
  | { readonly kind: "typed"; readonly pos: number; readonly type: TypeName; readonly value: string }
  | {
      readonly kind: "interval";
      readonly pos: number;
      readonly value: Expr;
      readonly negative: boolean;
      readonly from: string;
      readonly to: string | null;
    }
  | { readonly kind: "star"; readonly pos: number }
  | { readonly kind: "unary"; readonly pos: number; readonly op: "-" | "+" | "~" | "NOT"; readonly arg: Expr }
  | {
      /** Left-associative operators of equal precedence. A chain of any length is one node. */
      readonly kind: "operation";
      readonly pos: number;
      readonly first: Expr;
      readonly rest: readonly Operand[];
    }
  | {
      readonly kind: "logic";
      readonly pos: number;
      readonly op: "AND" | "OR";
      readonly args: readonly Expr[];
    }
  | {
      readonly kind: "compare";
      readonly pos: number;
      readonly op: string;
      readonly left: Expr;
      readonly right: Expr;
    }
  | {
      readonly kind: "quantified";
      readonly pos: number;
      readonly op: string;
      readonly left: Expr;
      readonly all: boolean;
      readonly query: Query;
    }
  | {
      readonly kind: "between";
      readonly pos: number;
      readonly arg: Expr;
      readonly low: Expr;
      readonly high: Expr;
      readonly not: boolean;
    }
  | {
      readonly kind: "in";
      readonly pos: number;
      readonly arg: Expr;
      readonly list: readonly Expr[] | Query;
      readonly not: boolean;
    }
  | {
      readonly kind: "like";
      readonly pos: number;
      readonly arg: Expr;
      readonly pattern: Expr;
      readonly escape: Expr | null;
      readonly regex: boolean;
      readonly not: boolean;
    }
  | { readonly kind: "isNull"; readonly pos: number; readonly arg: Expr; readonly not: boolean }
  | {
      readonly kind: "isBoolean";
      readonly pos: number;
      readonly arg: Expr;
      readonly value: boolean;
      readonly not: boolean;
    }
  | {
      readonly kind: "isDistinct";
      readonly pos: number;
      readonly left: Expr;
      readonly right: Expr;
      readonly not: boolean;
    }
  | { readonly kind: "exists"; readonly pos: number; readonly query: Query }
  | {
      readonly kind: "case";
      readonly pos: number;
      readonly arg: Expr | null;
      readonly whens: readonly { readonly when: Expr; readonly then: Expr }[];
      readonly otherwise: Expr | null;
    }
  | {
      readonly kind: "cast";
      readonly pos: number;
      readonly arg: Expr;
      readonly type: TypeName;
      readonly safe: boolean;
    }
  | Call
  | { readonly kind: "lambda"; readonly pos: number; readonly params: readonly Name[]; readonly body: Expr }
  | { readonly kind: "subscript"; readonly pos: number; readonly arg: Expr; readonly index: Expr }
  | { readonly kind: "field"; readonly pos: number; readonly arg: Expr; readonly name: Name }
  | { readonly kind: "array"; readonly pos: number; readonly items: readonly Expr[] }
  | { readonly kind: "row"; readonly pos: number; readonly items: readonly Expr[] }
  | { readonly kind: "subquery"; readonly pos: number; readonly query: Query }
  | { readonly kind: "atTimeZone"; readonly pos: number; readonly arg: Expr; readonly zone: Expr };

export interface Query {
  readonly kind: "query";
  readonly pos: number;
  readonly with: readonly CommonTable[];
  readonly recursive: boolean;
  readonly body: Body;
  readonly orderBy: readonly SortItem[];
  readonly limit: Expr | null;
  readonly offset: Expr | null;
  /** FETCH FIRST ... WITH TIES. */
  readonly withTies: boolean;
}
export interface CommonTable {
  readonly name: Name;
  readonly columns: readonly Name[];
  readonly query: Query;
}
export type Body =
  | Select
  | {
      readonly kind: "setOp";
      readonly pos: number;
      readonly op: "UNION" | "INTERSECT" | "EXCEPT";
      readonly all: boolean;
      readonly left: Body;
      readonly right: Body;
    }
  | { readonly kind: "values"; readonly pos: number; readonly rows: readonly Expr[] }
  | { readonly kind: "nested"; readonly pos: number; readonly query: Query };

export type SelectItem =
  | {
      readonly kind: "all";
      readonly pos: number;
      readonly qualifier: readonly Name[];
      readonly arg: Expr | null;
      readonly aliases: readonly Name[];
      readonly except: readonly Name[];
    }
  | {
      readonly kind: "item";
      readonly pos: number;
      readonly expr: Expr;
      readonly alias: Name | null;
      readonly aliases: readonly Name[];
    };

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

export interface Select {
  readonly kind: "select";
  readonly pos: number;
  readonly distinct: boolean;
  readonly items: readonly SelectItem[];
  readonly from: Relation | null;
  readonly lateralViews: readonly LateralView[];
  readonly where: Expr | null;
  readonly groupBy: readonly GroupItem[];
  readonly having: Expr | null;
  readonly windows: readonly { readonly name: Name; readonly spec: WindowSpec }[];
  readonly qualify: Expr | null;
  /** Hive: SORT BY / CLUSTER BY, which sort within a reducer only. */
  readonly sortBy: readonly SortItem[];
}

export interface LateralView {
  readonly outer: boolean;
  readonly call: Call;
  readonly table: Name;
  readonly columns: readonly Name[];
  readonly pos: number;
}

export type JoinKind = "CROSS" | "INNER" | "LEFT" | "RIGHT" | "FULL" | "SEMI" | "ANTI";
export type Relation =
  | { readonly kind: "table"; readonly pos: number; readonly name: readonly Name[] }
  | { readonly kind: "derived"; readonly pos: number; readonly query: Query; readonly lateral: boolean }
  | {
      readonly kind: "unnest";
      readonly pos: number;
      readonly args: readonly Expr[];
      readonly ordinality: boolean;
    }
  | {
      readonly kind: "tableFunction";
      readonly pos: number;
      readonly name: string;
      readonly args: readonly Expr[];
    }
  | {
      readonly kind: "alias";
      readonly pos: number;
      readonly arg: Relation;
      readonly alias: Name;
      readonly columns: readonly Name[];
    }
  | {
      readonly kind: "sample";
      readonly pos: number;
      readonly arg: Relation;
      readonly method: "BERNOULLI" | "SYSTEM" | "ROWS" | "BUCKET";
      /** In Hive's BUCKET the number of buckets. */
      readonly size: Expr;
      /** Hive's BUCKET: its number from 1, and `hash` of what the buckets depend on. */
      readonly bucket?: { readonly number: Expr; readonly hash: Call };
    }
  | {
      readonly kind: "join";
      readonly pos: number;
      readonly join: JoinKind;
      readonly left: Relation;
      readonly right: Relation;
      readonly on: Expr | null;
      readonly using: readonly Name[];
      readonly natural: boolean;
    }
  | {
      readonly kind: "withLateral";
      readonly pos: number;
      readonly arg: Relation;
      readonly views: readonly LateralView[];
    };

export type * from "./statement-ast.ts";
