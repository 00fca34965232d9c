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
const LONGEST = 120;

/** A query's profile as a tree with one line per operator; rows and time come first. */
export function profileText(json: string): string {
  const { latency, children } = JSON.parse(json) as QueryProfile;
  const columns = ({ operator_cardinality: rows, operator_timing: seconds }: ProfiledOperator): string =>
    `${rows.toLocaleString("en").padStart(13)}  ${milliseconds(seconds).padStart(11)}`;
  // The outermost operator is the EXPLAIN itself.
  const lines = children.flatMap((outer) =>
    treeOf(outer.children, (operator) => operator.operator_name, columns),
  );
  return [
    `Total time: ${milliseconds(latency)}`,
    `${"rows".padStart(13)}  ${"time".padStart(11)}`,
    ...lines,
  ].join("\n");
}

/** A query's plan as a tree with one line per operator; the rows that the engine expects come first. */
export function planText(json: string): string {
  const rows = ({ extra_info }: PlannedOperator): string => {
    const count = extra_info["Estimated Cardinality"];
    return (count === undefined ? "" : `~${Number(count).toLocaleString("en")}`).padStart(13);
  };
  const operators = JSON.parse(json) as PlannedOperator[];
  return ["rows".padStart(13), ...treeOf(operators, (operator) => operator.name, rows)].join("\n");
}

interface Operator<Own> {
  readonly extra_info: Details;
  readonly children: readonly Own[];
}

function treeOf<Own extends Operator<Own>>(
  operators: readonly Own[],
  nameOf: (operator: Own) => string,
  columns: (operator: Own) => string,
): string[] {
  const lines: string[] = [];
  const add = (operator: Own, first: string, rest: string): void => {
    const name = nameOf(operator);
    const [child] = operator.children;
    if (child !== undefined && name === "PROJECTION" && detail(operator, "Projections").every(isInternal))
      return add(child, first, rest);
    lines.push(`${columns(operator)}  ${first}${described(name, operator)}`);
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

function described<Own extends Operator<Own>>(name: string, operator: Own): string {
  const inputs = operator.children.length === 1 ? outputsOf(operator.children[0]!) : [];
  const details = SHOWN.flatMap((label) => {
    const value = detail(operator, label)
      .map((one) => asWritten(one, inputs))
      .join(", ")
      .replace(/\s+/g, " ");
    return value === "" ? [] : [`${label}: ${value}`];
  }).join("; ");
  const cut = details.length > LONGEST ? `${details.slice(0, LONGEST)}…` : details;
  return cut === "" ? name : `${name}  ${cut}`;
}

/** The columns that an operator gives, where its plan names them. */
function outputsOf<Own extends Operator<Own>>(operator: Own): readonly string[] {
  const inputs = operator.children.length === 1 ? outputsOf(operator.children[0]!) : [];
  return detail(operator, "Projections").map((one) => asWritten(one, inputs));
}

/** An expression of the engine in words of the statement. @param inputs - What `#0`, `#1` stand for. */
const asWritten = (expression: string, inputs: readonly string[]): string =>
  expression
    .replace(/__internal_(?:de)?compress_\w+\(([^(),]*)(?:, \d+)?\)/g, "$1")
    .replace(/#(\d+)/g, (reference, at: string) => inputs[Number(at)] ?? reference)
    .replace(/-\(min\(-\(([^()]*)\)\)\)/g, "max($1)")
    .replaceAll('"svc-data".', "")
    .replaceAll('"svc-lib".main.', "");

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(1)} ms`;
}
