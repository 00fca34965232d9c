import type { WrittenNames } from "./written-names.ts";

/** What an operator does, by the names of DuckDB's plans. */
type Details = Readonly<Record<string, string | readonly string[]>>;

/** An operator of DuckDB's plan (EXPLAIN (FORMAT JSON)). */
interface PlannedOperator {
  readonly name: string;
  readonly extra_info: Details;
  readonly children: readonly PlannedOperator[];
}

/** An operator of DuckDB's profile (EXPLAIN (ANALYZE, FORMAT JSON)). */
interface ProfiledOperator {
  readonly operator_name: string;
  readonly operator_cardinality: number;
  /** Seconds. */
  readonly operator_timing: number;
  readonly extra_info: Details;
  readonly children: readonly ProfiledOperator[];
}

interface QueryProfile {
  /** Seconds. */
  readonly latency: number;
  readonly children: readonly ProfiledOperator[];
}

/** Operator details that are shown besides its name. */
const SHOWN = [
  "Table",
  "Filters",
  "Expression",
  "Expressions",
  "Conditions",
  "Join Type",
  "Groups",
  "Aggregates",
  "Projections",
  "Order By",
  "Top",
];
/** Details that are no expressions. */
const AS_THEY_ARE = new Set(["Table", "Join Type", "Top"]);
const LONGEST = 120;

/**
 * A query's profile as a tree with one line per operator, in words of the statement; rows and time come first. Null where the engine has
 * none, as for VALUES alone.
 */
export function profileText(json: string, names: WrittenNames): string | null {
  const { latency, children } = JSON.parse(json) as Partial<QueryProfile>;
  if (latency === undefined || children === undefined) return null;
  const columns = ({ operator_cardinality: rows, operator_timing: seconds }: ProfiledOperator): string =>
    `${rows.toLocaleString("en").padStart(13)}  ${milliseconds(seconds).padStart(11)}`;
  // The outermost operator is the EXPLAIN itself.
  const lines = children.flatMap((outer) =>
    treeOf(outer.children, names, (operator) => operator.operator_name, columns),
  );
  return [
    `Total time: ${milliseconds(latency)}`,
    `${"rows".padStart(13)}  ${"time".padStart(11)}`,
    ...lines,
  ].join("\n");
}

/** A query's plan as a tree with one line per operator, in words of the statement; the rows that the engine expects come first. */
export function planText(json: string, names: WrittenNames): string {
  const rows = ({ extra_info }: PlannedOperator): string => {
    const count = extra_info["Estimated Cardinality"];
    return (count === undefined ? "" : `~${Number(count).toLocaleString("en")}`).padStart(13);
  };
  const operators = JSON.parse(json) as PlannedOperator[];
  return ["rows".padStart(13), ...treeOf(operators, names, (operator) => operator.name, rows)].join("\n");
}

interface Operator<Own> {
  readonly extra_info: Details;
  readonly children: readonly Own[];
}

function treeOf<Own extends Operator<Own>>(
  operators: readonly Own[],
  names: WrittenNames,
  nameOf: (operator: Own) => string,
  columns: (operator: Own) => string,
): string[] {
  const lines: string[] = [];
  const add = (operator: Own, first: string, rest: string): void => {
    const name = nameOf(operator);
    const [child] = operator.children;
    const isProjection = name === "PROJECTION" && child !== undefined;
    if (isProjection && detail(operator, "Projections").every(isInternal)) return add(child, first, rest);
    const text = described(name, operator, names);
    // Steps of one computation that the statement does not have.
    if (isProjection && nameOf(child) === name && described(name, child, names) === text)
      return add(child, first, rest);
    lines.push(`${columns(operator)}  ${first}${text}`);
    for (const [at, child] of operator.children.entries()) {
      const isLast = at === operator.children.length - 1;
      add(child, `${rest}${isLast ? "└─ " : "├─ "}`, `${rest}${isLast ? "   " : "│  "}`);
    }
  };
  for (const operator of operators) add(operator, "", "");
  return lines;
}

const detail = ({ extra_info }: { readonly extra_info: Details }, name: string): readonly string[] =>
  [extra_info[name] ?? []].flat();

/** Columns as the engine keeps them for a moment: `#0`, or packed. */
const isInternal = (expression: string): boolean => /^(?:#\d+|__internal_\w+\([^()]*\))$/.test(expression);

function described<Own extends Operator<Own>>(name: string, operator: Own, names: WrittenNames): string {
  const inputs = operator.children.length === 1 ? outputsOf(operator.children[0]!) : [];
  const details = SHOWN.flatMap((label) => {
    const values = detail(operator, label).map((one) => {
      const group = isNumber(one) && Number(one) < groupsBelow(operator) ? inputs[Number(one)] : undefined;
      const value = (group ?? resolved(one, inputs)).replace(/\s+/g, " ");
      return AS_THEY_ARE.has(label) ? value : names.inStatementWords(value);
    });
    const value = [...new Set(values)].filter((one) => one !== "").join(", ");
    return value === "" ? [] : [`${label}: ${value}`];
  }).join("; ");
  const cut = details.length > LONGEST ? `${details.slice(0, LONGEST)}…` : details;
  return cut === "" ? name : `${name}  ${cut}`;
}

/** The columns that an operator gives, where its plan names them; a window's come after those that it reads. */
function outputsOf<Own extends Operator<Own>>(operator: Own): readonly string[] {
  const inputs = operator.children.length === 1 ? outputsOf(operator.children[0]!) : [];
  const own = ["Groups", "Aggregates", "Projections"].flatMap((label) => expressionsOf(operator, label));
  const outputs = own.map((one) => resolved(one, inputs));
  return outputs.some((one) => / OVER \(/.test(one)) ? [...inputs, ...outputs] : outputs;
}

const expressionsOf = (operator: Operator<unknown>, label: string): readonly string[] =>
  detail(operator, label).filter((one) => one !== "");

/** The engine calls a group that has no name by its number, as if it were one. */
const isNumber = (expression: string): boolean => /^\d+$/.test(expression);

/** How many groups the grouping has from which a projection takes its columns; 0 if there is none. */
function groupsBelow<Own extends Operator<Own>>(operator: Own): number {
  const [child] = operator.children;
  if (child === undefined || detail(operator, "Projections").length === 0) return 0;
  return expressionsOf(child, "Groups").length || groupsBelow(child);
}

/** An expression of the engine without columns by number. @param inputs - What `#0`, `#1` stand for. */
const resolved = (expression: string, inputs: readonly string[]): string =>
  expression
    // The engine numbers what it filters by anew.
    .replace(/ FILTER \(WHERE #\d+\) Filter: #\d+/g, " FILTER (WHERE …)")
    .replace(/#(\d+)/g, (reference, at: string) => inputs[Number(at)] ?? reference)
    .replaceAll('"svc-data".', "");

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(1)} ms`;
}
