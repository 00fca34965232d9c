import type ts from "typescript";
import { tslabRequire, type Converted, type Converter, type TslabModules } from "./tslab-internals.ts";
import { uninterrupted } from "./stop/stopper.ts";

/** Names of the values that a statement declares; null for a type declaration. */
function valueNames(typescript: typeof ts, statement: ts.Statement): string[] | null {
  if (typescript.isInterfaceDeclaration(statement) || typescript.isTypeAliasDeclaration(statement))
    return null;
  const { importClause, declarationList, name } = statement as {
    readonly importClause?: ts.ImportClause;
    readonly declarationList?: ts.VariableDeclarationList;
    readonly name?: ts.Node;
  };
  const bindings = importClause?.namedBindings;
  const imported = bindings === undefined ? [] : "elements" in bindings ? bindings.elements : [bindings];
  const named = [...(declarationList?.declarations ?? []), importClause, ...imported, { name }];
  return named.flatMap((one) => (one?.name && "text" in one.name ? [one.name.text] : []));
}

const statementsOf = (typescript: typeof ts, declarations: string): readonly ts.Statement[] =>
  typescript.createSourceFile("declarations.d.ts", declarations, typescript.ScriptTarget.ES2022).statements;

function declaredValues(typescript: typeof ts, declarations: string): Set<string> {
  return new Set(
    statementsOf(typescript, declarations).flatMap((statement) => valueNames(typescript, statement) ?? []),
  );
}

/** Keeps declarations of types and imports, and of certain values. */
function keptDeclarations(
  typescript: typeof ts,
  declarations: string,
  isKept: (name: string) => boolean,
): string {
  return statementsOf(typescript, declarations)
    .filter(
      (statement) =>
        typescript.isImportDeclaration(statement) ||
        valueNames(typescript, statement)?.every(isKept) !== false,
    )
    .map(({ pos, end }) => declarations.slice(pos, end))
    .join("");
}

/**
 * Tracks the notebook's declarations, and adds variables that no cell declared (`%svc_use`). tslab prepends the
 * declarations of earlier cells as text to each cell; bound names are added there.
 */
export class NotebookNames {
  readonly #typescript = tslabRequire("@tslab/typescript-for-tslab") as typeof ts;
  readonly #bound = new Map<string, string>();
  /** Names bound since the running cell began; its declarations have an earlier type of them, or none. */
  readonly #boundNow = new Set<string>();
  #declarations = "";
  #read: { readonly declarations: string; readonly values: ReadonlySet<string> } = {
    declarations: "",
    values: new Set(),
  };
  #candidate: string | undefined;
  /** After a failed cell: declarations that replace those that tslab would prepend. */
  #afterFailure: string | undefined;

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
    return this.#bound.has(name) || this.#declared().has(name);
  }

  /** The latest converted cell has succeeded: its declarations become valid. */
  commit(): void {
    if (this.#candidate === undefined) return;
    this.#afterFailure = undefined;
    this.#stand(this.#candidate);
  }

  /** The latest converted cell has failed: keeps its imports and those of its values that are set; tslab drops them all. */
  keep(locals: Readonly<Record<string, unknown>>): void {
    if (this.#candidate === undefined) return;
    this.#afterFailure = keptDeclarations(
      this.#typescript,
      this.#candidate,
      (name) => locals[name] !== undefined,
    );
    this.#stand(this.#afterFailure);
  }

  #stand(declarations: string): void {
    this.#declarations = declarations;
    this.#candidate = undefined;
    for (const name of this.#bound.keys())
      if (!this.#boundNow.has(name) && this.#declared().has(name)) this.#bound.delete(name);
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
        const converted = uninterrupted(() => converter.convert(this.#extend(prevDecl), src));
        if (converted.diagnostics.length === 0) this.#candidate = converted.declOutput ?? "";
        return converted;
      },
      inspect: (prevDecl, src, position) =>
        uninterrupted(() => converter.inspect(this.#extend(prevDecl), src, position)),
      complete: (prevDecl, src, position) =>
        uninterrupted(() => converter.complete(this.#extend(prevDecl), src, position)),
    };
  }

  #extend(declared: string): string {
    const declarations = this.#afterFailure ?? declared;
    if (this.#bound.size === 0) return declarations;
    this.#declarations = declarations;
    const isBound = (name: string): boolean => this.#bound.has(name);
    const others = [...this.#declared()].some(isBound)
      ? keptDeclarations(this.#typescript, declarations, (name) => !isBound(name))
      : declarations;
    const added = Array.from(this.#bound, ([name, type]) => `declare let ${name}: ${type};\n`);
    return others + added.join("");
  }

  /** Parsed on demand, because most cells don't need it. */
  #declared(): ReadonlySet<string> {
    if (this.#read.declarations !== this.#declarations)
      this.#read = {
        declarations: this.#declarations,
        values: declaredValues(this.#typescript, this.#declarations),
      };
    return this.#read.values;
  }
}
