import type { TypedRows } from "../sql/row-type.ts";
import type { LocalNames } from "./local-names.ts";

/** A magic's translation: a small TypeScript program that uses the public functions. */
export interface Program {
  /** Names used from `svclib/pandas_td`. */
  readonly fromCore: readonly string[];
  /** Names used from `svclib/pandas_td/ipython`. */
  readonly fromMagics: readonly string[];
  readonly statements: readonly string[];
  /** Expression of its value; null if none. */
  readonly value: string | null;
  /** Variable to assign the value to (`-o`). */
  readonly out: string | null;
  /** The statement behind the value's rows, if the types of its columns can be known before it runs. */
  readonly rows?: TypedRows | null;
}

/** The script that programs are part of when exported; imports of the library are collected at its top. */
export interface Script {
  /** Names declared by the script, which must not be used for imports. */
  readonly taken: ReadonlySet<string>;
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
  const { fromCore, fromMagics, statements, value } = program;
  if (script !== undefined) return scriptCode(program, names, script);
  const pick = (picked: readonly string[]): string =>
    `{ ${picked.map((name) => names.picked(name)).join(", ")} }`;
  const direct = statements.length === 0 && (fromCore.length === 0 || fromMagics.length === 0);
  const [module, first] = fromCore.length > 0 ? [CORE, fromCore] : [MAGICS, fromMagics];
  const opening = `await import("${module}").then(${direct ? "" : "async "}(${pick(first)}) =>`;
  if (direct) return `${opening} ${value ?? "undefined"})`;
  const body = [
    ...(fromCore.length > 0 && fromMagics.length > 0
      ? [`const ${pick(fromMagics)} = await import("${MAGICS}");`]
      : []),
    ...statements,
    ...(value === null ? [] : [`return ${value};`]),
  ];
  return layout === "lines"
    ? `${opening} {\n${body.map((statement) => `  ${statement}\n`).join("")}})`
    : `${opening} { ${body.join(" ")} })`;
}

/** A program as an expression in a script. */
function scriptCode(program: Program, names: LocalNames, script: Script): string {
  const { fromCore, fromMagics, statements, value } = program;
  for (const name of fromCore) script.use(CORE, name, names.of(name));
  for (const name of fromMagics) script.use(MAGICS, name, names.of(name));
  if (statements.length === 0) return `await ${value ?? "undefined"}`;
  const body = value === null ? statements : [...statements, `return ${value};`];
  return `await (async () => {\n${body.map((statement) => `  ${statement}\n`).join("")}})()`;
}
