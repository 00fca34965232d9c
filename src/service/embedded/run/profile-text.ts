/** An operator of DuckDB's profile (EXPLAIN ANALYZE, FORMAT JSON). */
interface Operator {
  readonly operator_name: string;
  readonly operator_cardinality: number;
  /** Seconds. */
  readonly operator_timing: number;
  readonly extra_info: Readonly<Record<string, string | readonly string[]>>;
  readonly children: readonly Operator[];
}

interface QueryProfile {
  /** Seconds. */
  readonly latency: number;
  readonly children: readonly Operator[];
}

/** Operator details that are shown besides its name. */
const SHOWN = [
  "Table",
  "Filters",
  "Expression",
  "Conditions",
  "Join Type",
  "Groups",
  "Aggregates",
  "Order By",
  "Top",
];
const LONGEST = 120;

/** A query's profile as a tree with one line per operator; rows and time come first. */
export function profileText(json: string): string {
  const { latency, children } = JSON.parse(json) as QueryProfile;
  const lines: string[] = [];
  const add = (operator: Operator, first: string, rest: string): void => {
    const rows = operator.operator_cardinality.toLocaleString("en").padStart(13);
    lines.push(
      `${rows}  ${milliseconds(operator.operator_timing).padStart(11)}  ${first}${described(operator)}`,
    );
    for (const [at, child] of operator.children.entries()) {
      const isLast = at === operator.children.length - 1;
      add(child, `${rest}${isLast ? "└─ " : "├─ "}`, `${rest}${isLast ? "   " : "│  "}`);
    }
  };
  // The outermost operator is the EXPLAIN itself.
  for (const operator of children.flatMap((outer) => outer.children)) add(operator, "", "");
  return [
    `Total time: ${milliseconds(latency)}`,
    `${"rows".padStart(13)}  ${"time".padStart(11)}`,
    ...lines,
  ].join("\n");
}

function described({ operator_name, extra_info }: Operator): string {
  const details = SHOWN.flatMap((name) => {
    const value = [extra_info[name] ?? []].flat().join(", ").replace(/\s+/g, " ");
    return value === "" ? [] : [`${name}: ${value}`];
  }).join("; ");
  const cut = details.length > LONGEST ? `${details.slice(0, LONGEST)}…` : details;
  return cut === "" ? operator_name : `${operator_name}  ${cut}`;
}

function milliseconds(seconds: number): string {
  return `${(seconds * 1000).toFixed(1)} ms`;
}
