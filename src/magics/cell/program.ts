import type { TypedRows } from "../sql/row-type.ts";
import type { LocalNames } from "./local-names.ts";

/** A small TypeScript program over the public functions: what a magic is translated to. */
export interface Program {
  /** Names it uses of `svclib/pandas_td`. */
  readonly fromCore: readonly string[];
  /** Names it uses of `svclib/pandas_td/ipython`. */
  readonly fromMagics: readonly string[];
  readonly statements: readonly string[];
  /** Expression for its value; null when it has none. */
  readonly value: string | null;
  /** Variable that takes the value (`-o`). */
  readonly out: string | null;
  /** The rows of the value, when that is a table whose columns may be known before it is read. */
  readonly rows?: TypedRows | null;
}

/** What programs become a part of when they are not cells: all that they use of the library is imported once, at its top. */
export interface Script {
  /** Names that the script's own code declares, which no name of the library may be. */
  readonly taken: ReadonlySet<string>;
  /** Called with what a program uses: the name in the module, and its own name for it. */
  readonly use: (module: string, name: string, local: string) => void;
}

const CORE = "svclib/pandas_td";
const MAGICS = "svclib/pandas_td/ipython";

/**
 * A program as one TypeScript expression. It declares no names outside itself. It begins with `await import(`, which both kernels
 * take for a top-level await (tslab overlooks `await (`).
 *
 * @param layout - `lines` for a cell of its own; `line` keeps to one line, so that the lines below keep their numbers.
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

/** A program as an expression of a script. */
function scriptCode(program: Program, names: LocalNames, script: Script): string {
  const { fromCore, fromMagics, statements, value } = program;
  for (const name of fromCore) script.use(CORE, name, names.of(name));
  for (const name of fromMagics) script.use(MAGICS, name, names.of(name));
  if (statements.length === 0) return `await ${value ?? "undefined"}`;
  const body = value === null ? statements : [...statements, `return ${value};`];
  return `await (async () => {\n${body.map((statement) => `  ${statement}\n`).join("")}})()`;
}
