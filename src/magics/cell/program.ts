import type { TypedRows } from "../sql/row-type.ts";
import type { LocalNames } from "./local-names.ts";

/** A magic's translation: a small TypeScript program that uses the public functions. */
export interface Program {
  readonly statements: readonly string[];
  /** Expression of its value; null if none. */
  readonly value: string | null;
  /** Variable to assign the value to (`-o`). */
  readonly out: string | null;
  /** The statement behind its rows, if the types of their columns can be known before it runs. */
  readonly rows?: TypedRows | null;
  /** Whether the value is, or may be, a pivot of the rows. */
  readonly isPivot?: boolean;
  /** The options of its chart as code, if it draws the rows as they are: `{ mark: "bar" }`. */
  readonly chart?: string | null;
}

/** The script that programs are part of when exported; imports of the library are collected at its top. */
export interface Script {
  /** Names declared by the script, which must not be used for imports. */
  readonly reserved: ReadonlySet<string>;
  /** Called for each import of a program: module, name, and local name. */
  readonly use: (module: string, name: string, local: string) => void;
}

const CORE = "svclib/pandas_td";
const MAGICS = "svclib/pandas_td/ipython";

/**
 * A program as one TypeScript expression without outside declarations. It begins with `await import(`, which both kernels
 * recognize as a top-level await (tslab misses `await (`).
 *
 * @param layout - `lines` for a separate cell; `line` for a single line, so that later lines keep their numbers.
 */
export function programCode(
  program: Program,
  names: LocalNames,
  layout: "lines" | "line",
  script?: Script,
): string {
  const { statements, value } = program;
  const { fromCore, fromMagics } = names;
  if (script !== undefined) return scriptCode(program, names, script);
  const picked = (name: string): string => (names.of(name) === name ? name : `${name}: ${names.of(name)}`);
  const pick = (all: Iterable<string>): string => `{ ${Array.from(all, picked).join(", ")} }`;
  const both = fromCore.size > 0 && fromMagics.size > 0;
  const direct = statements.length === 0 && !both;
  const [module, first] = fromCore.size > 0 ? [CORE, fromCore] : [MAGICS, fromMagics];
  const opening = `await import("${module}").then(${direct ? "" : "async "}(${pick(first)}) =>`;
  if (direct) return `${opening} ${value ?? "undefined"})`;
  const body = [
    ...(both ? [`const ${pick(fromMagics)} = await import("${MAGICS}");`] : []),
    ...statements,
    ...(value === null ? [] : [`return ${value};`]),
  ];
  return layout === "lines"
    ? `${opening} {\n${body.map((statement) => `  ${statement}\n`).join("")}})`
    : `${opening} { ${body.join(" ")} })`;
}

/**
 * A program as a person would write it: imports, straight lines, and the value last. It does what the expression of {@link programCode}
 * does, whose function keeps the program's own variables from the notebook.
 *
 * @param assignment - What the value is assigned to, such as `let df = `; may be empty.
 */
export function shownCode({ statements, value }: Program, names: LocalNames, assignment: string): string {
  const picked = (name: string): string => (names.of(name) === name ? name : `${name} as ${names.of(name)}`);
  const imports = [[CORE, names.fromCore] as const, [MAGICS, names.fromMagics] as const].flatMap(
    ([module, imported]) =>
      imported.size === 0 ? [] : [`import { ${Array.from(imported, picked).join(", ")} } from "${module}";`],
  );
  const waits = statements.length === 0 ? "await " : "";
  const last = value === null ? [] : [`${assignment}${waits}${value};`];
  return [...imports, "", ...statements, ...last].join("\n");
}

function scriptCode({ statements, value }: Program, names: LocalNames, script: Script): string {
  for (const name of names.fromCore) script.use(CORE, name, names.of(name));
  for (const name of names.fromMagics) script.use(MAGICS, name, names.of(name));
  if (statements.length === 0) return `await ${value ?? "undefined"}`;
  const body = value === null ? statements : [...statements, `return ${value};`];
  return `await (async () => {\n${body.map((statement) => `  ${statement}\n`).join("")}})()`;
}
