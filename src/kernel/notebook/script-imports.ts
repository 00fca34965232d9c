import type ts from "typescript";
import { CellPlan } from "../../magics/cell/cell-plan.ts";
import { isNamespace, moduleOf } from "../../magics/built-in-names.ts";
import { typescript } from "../../magics/cell/source/typescript.ts";

/** The imports of a script, merged at its top. */
export class ScriptImports {
  /** By module, then by local name: `sql`, `sql as sql_`, `type Table`. */
  readonly #named = new Map<string, Map<string, string>>();
  /** Namespace, default and side-effect imports. */
  readonly #others = new Map<string, string[]>();

  get names(): string[] {
    return [
      ...[...this.#named.values()].flatMap((names) => [...names.keys()]),
      ...[...this.#others.values()].flat(),
    ];
  }

  /** Local names, except library names imported from the library itself. */
  get othersNames(): string[] {
    const own = [...this.#named]
      .filter(([module]) => module.startsWith("svclib/pandas_td"))
      .flatMap(([, names]) =>
        [...names].filter(([name, specifier]) => name === specifier).map(([name]) => name),
      );
    return this.names.filter((name) => !own.includes(name));
  }

  get code(): string {
    const named = [...this.#named].map(
      ([module, names]) => `import { ${[...names.values()].join(", ")} } from ${JSON.stringify(module)};`,
    );
    return [...this.#others.keys(), ...named].join("\n");
  }

  add(module: string, name: string, local: string, type = false): void {
    const names = this.#named.get(module) ?? new Map<string, string>();
    this.#named.set(module, names);
    const specifier = name === local ? name : `${name} as ${local}`;
    // One cell may import as a value what another imports as a type.
    if (!type || !names.has(local)) names.set(local, type ? `type ${specifier}` : specifier);
  }

  /** Imports a name that notebooks have without an import. */
  addNotebookName(name: string): void {
    const module = moduleOf(name);
    if (module === null || this.names.includes(name)) return;
    if (isNamespace(name)) this.#others.set(`import * as ${name} from ${JSON.stringify(module)};`, [name]);
    else this.add(module, name, name);
  }

  /** Collects a cell's imports. @returns the cell without them. */
  take(cell: string): string {
    const declarations = new CellPlan(cell).source.statements.filter(typescript().isImportDeclaration);
    let rest = cell;
    for (const statement of declarations.toReversed()) {
      const end = /^[^\S\n]*\n?/.exec(rest.slice(statement.end))?.[0].length ?? 0;
      rest = rest.slice(0, statement.getStart()) + rest.slice(statement.end + end);
    }
    for (const statement of declarations) this.#read(statement);
    return rest;
  }

  #read(statement: ts.ImportDeclaration): void {
    const { importClause: clause, moduleSpecifier } = statement;
    const module = (moduleSpecifier as ts.StringLiteral).text;
    const bindings = clause?.namedBindings;
    if (clause === undefined || (bindings && typescript().isNamespaceImport(bindings))) {
      const names = [clause?.name, bindings as ts.NamespaceImport | undefined];
      const locals = names.flatMap((node) => (node === undefined ? [] : [localName(node)]));
      this.#others.set(statement.getText().replace(/;?$/, ";"), locals);
      return;
    }
    const isType = clause.isTypeOnly;
    if (clause.name) this.add(module, "default", clause.name.text, isType);
    for (const { name, propertyName, isTypeOnly } of bindings?.elements ?? [])
      this.add(module, (propertyName ?? name).text, name.text, isType || isTypeOnly);
  }
}

function localName(node: ts.Identifier | ts.NamespaceImport): string {
  return "text" in node ? node.text : node.name.text;
}
