import type ts from "typescript";
import { boundNames, declaredNames } from "../../../magics/cell/source/declared-names.ts";
import { edited, exportEdits } from "../../../magics/cell/source/edited.ts";
import { readSource } from "../../../magics/cell/source/source.ts";
import { typescript } from "../../../magics/cell/source/typescript.ts";
import { cellCode } from "./compiler/cell-code.ts";
import { commonJs } from "./compiler/common-js.ts";
import type { CellCompiler } from "./compiler/tslab-typescript.ts";
import {
  isNamespace,
  mentionsNotebookName,
  moduleOf,
  NOTEBOOK_NAMES,
} from "../../../magics/built-in-names.ts";
import type { Completed, Converted, Converter, TslabModules } from "./tslab-internals.ts";
import { uninterrupted } from "./stop/stopper.ts";

function statementsOf(declarations: string): readonly ts.Statement[] {
  const { createSourceFile, ScriptTarget } = typescript();
  return createSourceFile("declarations.d.ts", declarations, ScriptTarget.ESNext).statements;
}

/** Declarations of certain values, of each statement only theirs; and of types and imports, unless these are left out. */
function keptDeclarations(
  declarations: string,
  isKept: (name: string) => boolean,
  { others = true } = {},
): string {
  const { isImportDeclaration, isVariableStatement } = typescript();
  const texts = statementsOf(declarations).map((statement) => {
    const { pos, end } = statement;
    const names = declaredNames(statement);
    if (names.length === 0 || isImportDeclaration(statement))
      return others ? declarations.slice(pos, end) : "";
    if (names.every(isKept)) return declarations.slice(pos, end);
    if (!isVariableStatement(statement)) return "";
    const variables = statement.declarationList.declarations;
    const parts = variables
      .filter(({ name }) => boundNames(name).every(isKept))
      .map((variable) => declarations.slice(variable.pos, variable.end));
    return parts.length === 0 ? "" : `${declarations.slice(pos, variables.pos)}${parts.join(",")};`;
  });
  return texts.join("");
}

/** TypeScript's errors about decorators that are called in another way than they are written for. */
const DECORATOR_ERRORS: ReadonlySet<unknown> = new Set([1206, 1238, 1239, 1240, 1241]);

const hasDecoratorErrors = ({ diagnostics }: Converted): boolean =>
  diagnostics.some((one) => DECORATOR_ERRORS.has((one as { readonly code?: number }).code));

/** A cell at the same length; tslab exports all that it declares. */
function withoutExports(cell: string): string {
  if (!/\bexport\b/.test(cell)) return cell;
  return edited(cell, readSource(cell).statements.flatMap(exportEdits));
}

/** Adds the names that every notebook has, behind what tslab finds. */
function withNotebookNames(completed: Completed, prefix: string): Completed {
  const { candidates } = completed;
  const own = NOTEBOOK_NAMES.filter((name) => name.startsWith(prefix) && !candidates.includes(name));
  return { ...completed, candidates: [...candidates, ...own] };
}

/** What tslab's compiler makes of a cell and of modules beside the notebook, as Node.js runs it. */
function runnable(converted: Converted): Converted {
  const { output, sideOutputs } = converted;
  return {
    ...converted,
    ...(output && { output: cellCode(output) }),
    ...(sideOutputs && {
      sideOutputs: sideOutputs.map(({ path, data }) => ({ path, data: commonJs(data) })),
    }),
  };
}

/**
 * Tracks the notebook's declarations, and adds variables that no cell declared (`%svc_use`). tslab prepends the
 * declarations of earlier cells as text to each cell; bound names are added there.
 */
export class NotebookNames {
  readonly #options: CellCompiler["options"];
  readonly #bound = new Map<string, string>();
  /** Names bound since the running cell began; its declarations have an earlier type of them, or none. */
  readonly #boundNow = new Set<string>();
  #declarations = "";
  #read: { readonly declarations: string; readonly values: ReadonlySet<string> } = {
    declarations: "",
    values: new Set(),
  };
  #candidate: string | undefined;
  /** The declarations that the latest converted cell was compiled with. */
  #before = "";
  /** After a failed cell: declarations that replace those that tslab would prepend. */
  #afterFailure: string | undefined;

  constructor(options: CellCompiler["options"]) {
    this.#options = options;
  }

  /** Makes all converters created from now on include the bound names. */
  hook(module: TslabModules["converter"]): void {
    const { createConverter } = module;
    module.createConverter = (options) => {
      const converter = createConverter(options);
      return { ...converter, ...this.#wrap(converter) };
    };
  }

  /** Declares a name; the type must not need an import. The caller sets the value. */
  bind(name: string, type: string): void {
    this.#bound.set(name, type);
    this.#boundNow.add(name);
  }

  isDeclared(name: string): boolean {
    return this.#bound.has(name) || this.#valueNames().has(name);
  }

  /** The latest converted cell has succeeded: its declarations become valid. */
  commit(): void {
    if (this.#candidate === undefined) return;
    this.#afterFailure = undefined;
    this.#stand(this.#candidate);
  }

  /**
   * The latest converted cell has failed, and tslab drops all its declarations: keeps its types, its imports and the values that it came
   * to declare. The others are those of the cells before it.
   */
  keep(hasDeclared: (name: string) => boolean): void {
    if (this.#candidate === undefined) return;
    const older = keptDeclarations(this.#before, (name) => !hasDeclared(name), { others: false });
    this.#afterFailure = keptDeclarations(this.#candidate, hasDeclared) + older;
    this.#stand(this.#afterFailure);
  }

  #stand(declarations: string): void {
    this.#declarations = declarations;
    this.#candidate = undefined;
    for (const name of this.#bound.keys())
      if (!this.#boundNow.has(name) && this.#valueNames().has(name)) this.#bound.delete(name);
    this.#boundNow.clear();
  }

  /** A new cell starts: drops declarations of an earlier one that did not finish. */
  begin(): void {
    this.#candidate = undefined;
    this.#boundNow.clear();
  }

  #wrap(converter: Converter): Pick<Converter, "convert" | "inspect" | "complete"> {
    return {
      convert: (prevDecl, src): Converted => {
        this.#before = this.#extend(prevDecl);
        const converted = uninterrupted(() =>
          runnable(this.#convert(converter, this.#before, withoutExports(src))),
        );
        if (converted.diagnostics.length === 0) this.#candidate = converted.declOutput ?? "";
        return converted;
      },
      inspect: (prevDecl, src, position) =>
        uninterrupted(() =>
          converter.inspect(this.#withMentioned(prevDecl, src), withoutExports(src), position),
        ),
      complete: (prevDecl, src, position) =>
        uninterrupted(() => {
          const declarations = this.#withMentioned(prevDecl, src);
          const completed = converter.complete(declarations, withoutExports(src), position);
          // Where any variable can be, this one is offered.
          return completed.original?.entries.some(({ name }) => name === "globalThis")
            ? withNotebookNames(completed, src.slice(completed.start, position))
            : completed;
        }),
    };
  }

  /** Decorators are those of ECMAScript, or TypeScript's older ones if only so they can be called. */
  #convert(converter: Converter, declarations: string, src: string): Converted {
    const converted = converter.convert(declarations, src);
    if (!hasDecoratorErrors(converted)) return converted;
    this.#options.experimentalDecorators = true;
    try {
      const older = converter.convert(declarations, src);
      return hasDecoratorErrors(older) ? converted : older;
    } finally {
      this.#options.experimentalDecorators = false;
    }
  }

  /** For completion and tooltips: the declarations with those of the names that the code mentions and every notebook has. */
  #withMentioned(previousDeclarations: string, src: string): string {
    const declarations = this.#extend(previousDeclarations);
    if (!mentionsNotebookName(src)) return declarations;
    const mentioned = NOTEBOOK_NAMES.filter((name) => src.includes(name) && !this.isDeclared(name));
    // Imported, they are explained with their documentation.
    return (
      declarations +
      mentioned
        .map((name) => `import ${isNamespace(name) ? "* as aq" : `{ ${name} }`} from "${moduleOf(name)}";\n`)
        .join("")
    );
  }

  #extend(previousDeclarations: string): string {
    const declarations = this.#afterFailure ?? previousDeclarations;
    if (this.#bound.size === 0) return declarations;
    this.#declarations = declarations;
    const isBound = (name: string): boolean => this.#bound.has(name);
    const others = [...this.#valueNames()].some(isBound)
      ? keptDeclarations(declarations, (name) => !isBound(name))
      : declarations;
    const added = Array.from(this.#bound, ([name, type]) => `declare let ${name}: ${type};\n`);
    return others + added.join("");
  }

  /** Parsed on demand, because most cells don't need it. */
  #valueNames(): ReadonlySet<string> {
    if (this.#read.declarations !== this.#declarations)
      this.#read = {
        declarations: this.#declarations,
        values: new Set(statementsOf(this.#declarations).flatMap(declaredNames)),
      };
    return this.#read.values;
  }
}
