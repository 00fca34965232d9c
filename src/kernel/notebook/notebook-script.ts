import type ts from "typescript";
import { UsageError } from "../../core/errors.ts";
import { oneLine } from "../../core/text/visible-text.ts";
import { CellPlan } from "../../magics/cell/cell-plan.ts";
import { LocalNames } from "../../magics/cell/local-names.ts";
import { readSource } from "../../magics/cell/source/source.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";
import { translateCell } from "../../magics/cell/translate-cell.ts";
import { joinedText, type Cell, type Notebook } from "./notebook-file.ts";
import { ScriptImports } from "./script-imports.ts";

const MAGICS = "svclib/pandas_td/ipython";
/** Of the script, not of this module, whose address the bundler writes in. */
const META = "import.meta";
/** Names that generated programs declare in their own scope. */
const OF_PROGRAMS = new Set(["engine", "table", "rows"]);

/**
 * Converts a notebook to one equivalent TypeScript module: magics become their programs, imports move to the top, Markdown becomes comments,
 * and each cell's last expression is printed. A cell that redeclares a name opens a block, up to the end of the script, in which the name is
 * another variable.
 *
 * @param from - Name of the notebook's file.
 * @param to - Name of the script's file, for the comment on how to run it.
 * @throws UsageError for an invalid magic, with the number of its cell.
 */
export function notebookScript({ cells }: Notebook, from: string, to: string): string {
  const imports = new ScriptImports();
  const sources = cells.map((cell) => ({
    cell,
    plan: new CellPlan(isRun(cell) ? imports.take(joinedText(cell.source)) : ""),
  }));
  const own = new Set<string>();
  for (const { plan } of sources) {
    for (const name of plan.notebookNames) if (!own.has(name)) imports.addNotebookName(name);
    for (const name of plan.ownNames) own.add(name);
  }
  const names = sources.flatMap(({ plan }) => [...plan.ownNames, ...plan.references]);
  const usedNames = new Set([...names, ...imports.othersNames].filter((name) => !OF_PROGRAMS.has(name)));
  const local = new LocalNames(usedNames);
  const use = (module: string, name: string, own: string): void => imports.add(module, name, own);
  const show = local.of("show");
  const bound = new Set(imports.names);
  let database: string | null = null;
  let depth = 0;
  const parts: string[] = [];
  for (const [index, { cell, plan }] of sources.entries()) {
    if (cell.cell_type === "markdown") parts.push(commented(joinedText(cell.source)));
    if (plan.code.trim() === "") continue;
    const code = inCell(index, () =>
      translateCell(plan, { database, bound, script: { reserved: usedNames, use } })(),
    );
    const { ownNames } = plan;
    const redeclaredNames = [...ownNames].filter((name) => bound.has(name));
    if (redeclaredNames.length > 0) {
      depth += 1;
      parts.push(`{ // ${redeclaredNames.join(", ")}: declared again`);
    }
    for (const name of ownNames) bound.add(name);
    const text = finished(code, show).trim();
    parts.push(cell.metadata.tags?.includes("raises-exception") ? guarded(text) : text);
    database = usedDatabase(plan) ?? database;
  }
  const shows = parts.some((part) => part.includes(`${show}(`));
  if (shows) use(MAGICS, "display", local.of("display"));
  // Both kernels have it; a module makes its own.
  const needsRequire = !own.has("require") && sources.some(({ plan }) => plan.source.names.has("require"));
  const createRequire = local.of("createRequire");
  if (needsRequire) use("node:module", "createRequire", createRequire);
  const ownRequire = needsRequire ? `const require = ${createRequire}(${META}.url);` : "";
  const body = [...parts, "}".repeat(depth)].filter(Boolean).join("\n\n");
  const helper = `const ${show} = (value: unknown): void => {\n  if (value !== undefined) ${local.of("display")}(value);\n};`;
  const joined = (...pieces: string[]): string => pieces.filter(Boolean).join("\n\n");
  const rest = joined(ownRequire, shows ? helper : "", body);
  const tables = database === null ? [] : unknownNames(`${imports.code}\n${rest}`);
  const declarations = tables.map(
    (name) => `declare const ${name}: import("${MAGICS}").MagicTable; // made by %svc_use`,
  );
  const script = joined(imports.code, declarations.join("\n"), rest);
  return `${commented(`${oneLine(from)} as a script. ${howToRun(script, oneLine(to))}`)}\n\n${script}\n`;
}

function isRun({ cell_type, metadata }: Cell): boolean {
  return cell_type === "code" && metadata.tags?.includes("skip-execution") !== true;
}

/** Comment lines. TypeScript ends a comment at four characters; text behind any of them would run as code. */
function commented(text: string): string {
  return text
    .trimEnd()
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => `// ${line}`.trimEnd())
    .join("\n");
}

function guarded(code: string): string {
  return `try {\n${code}\n} catch (error) {\n  console.error(error);\n}`;
}

function inCell<T>(index: number, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw error instanceof UsageError
      ? new UsageError(`cell ${index + 1}: ${error.message}`, { cause: error })
      : error;
  }
}

/** The database of the last `%svc_use` with a literal argument. */
function usedDatabase({ calls }: CellPlan): string | null {
  const line = calls.findLast(({ name, kind }) => name === "svc_use" && kind === "line")?.line;
  return line !== undefined && /^\w+$/.test(line) ? line : null;
}

/** A cell's code for a script: its last expression is printed; `var`, which leaves a block, becomes `let`. */
function finished(code: string, show: string): string {
  const is = typescript();
  const { statements } = readSource(code);
  let text = code;
  const last = statements.at(-1);
  for (const statement of statements.toReversed()) {
    if (is.isVariableStatement(statement) && /^var\b/.test(statement.getText())) {
      const start = statement.getStart();
      text = `${text.slice(0, start)}let${text.slice(start + 3)}`;
    } else if (statement === last && is.isExpressionStatement(statement)) {
      const expression = statement.expression.getText();
      if (/^(?:console\.|await svc_use\()/.test(expression)) continue;
      text = `${text.slice(0, statement.getStart())}${show}(${expression});${text.slice(statement.end)}`;
    }
  }
  return text;
}

/** Undeclared names in a script that could be tables. */
function unknownNames(script: string): string[] {
  const { createProgram, createSourceFile, ScriptTarget } = typescript();
  const file = createSourceFile("script.ts", script, ScriptTarget.Latest, true);
  const host: ts.CompilerHost = {
    getSourceFile: (name) => (name === "script.ts" ? file : undefined),
    getDefaultLibFileName: () => "lib.d.ts",
    writeFile: () => undefined,
    getCurrentDirectory: () => "",
    getCanonicalFileName: (name) => name,
    useCaseSensitiveFileNames: () => true,
    getNewLine: () => "\n",
    fileExists: (name) => name === "script.ts",
    readFile: () => undefined,
  };
  const options = { noLib: true, noResolve: true, types: [], target: ScriptTarget.Latest };
  const program = createProgram(["script.ts"], options, host);
  const unknown = program
    .getSemanticDiagnostics(file)
    .filter(({ code }) => code === CANNOT_FIND_NAME || code === DID_YOU_MEAN)
    .map(({ start = 0, length = 0 }) => script.slice(start, start + length));
  return [...new Set(unknown)]
    .filter((name) => /^[a-z_][a-z0-9_]*$/.test(name) && !(name in globalThis))
    .sort();
}

const CANNOT_FIND_NAME = 2304;
const DID_YOU_MEAN = 2552;

/** Whether removing types is not enough to run the code, as for enums, or Node.js does not find a file that it imports without its ending. */
function needsCompiler(code: string): boolean {
  const is = typescript();
  return readSource(code).statements.some(
    (statement) =>
      is.isEnumDeclaration(statement) ||
      is.isModuleDeclaration(statement) ||
      (is.isImportDeclaration(statement) &&
        /^["']\.\.?\/(?:.*\/)?[^.]*["']$/.test(statement.moduleSpecifier.getText())),
  );
}

function howToRun(code: string, name: string): string {
  const run = "Run it where svclib is installed:";
  if (/\bDeno\.|["'](?:npm|jsr|https?):/.test(code)) return `${run} deno run -A ${name}`;
  if (needsCompiler(code)) return `${run} npx tsx ${name}`;
  return `${run} node ${name} (Node.js 22.18 or newer; before that: npx tsx ${name})`;
}
