import type ts from "typescript";
import { parseDescriptor } from "../../core/options/descriptor.ts";
import type { Dialect } from "../../dialect/dialect.ts";
import type { ProjectSymbols } from "./project-symbols.ts";
import type { TextReader } from "./source-text.ts";

/** What is known of the engine that a statement is for; null: it is chosen at run time. */
export interface ReadEngine {
  readonly dialect: Dialect | null;
  readonly database: string | null;
  /** Whether the code says that the database is another at each run. */
  readonly variable?: boolean;
}

export const UNKNOWN_ENGINE: ReadEngine = { dialect: null, database: null };
/** Of a client that is made without options. */
const CLIENT_DEFAULTS: ReadEngine = { dialect: "presto", database: "sample_datasets" };

/** Finds which engines a project's reads use. */
export class EngineFinder {
  readonly #symbols: ProjectSymbols;
  readonly #texts: TextReader;

  constructor(symbols: ProjectSymbols, texts: TextReader) {
    this.#symbols = symbols;
    this.#texts = texts;
  }

  /** The engine of `read_svc_query(text, engine, options)`. */
  ofRead([, engine, options]: readonly ts.Expression[]): ReadEngine {
    const own = this.engine(engine);
    const params = this.#option(options, "params");
    return params === undefined
      ? own
      : this.#withDatabase(own, params === null ? null : this.#option(params, "db"));
  }

  /** The engine of `client.query(text, options)`. */
  ofQuery(client: ts.Expression, [, options]: readonly ts.Expression[]): ReadEngine {
    const engine = this.#option(options, "engine");
    const db = this.#option(options, "db");
    if (engine === null) return UNKNOWN_ENGINE;
    const base = this.#client(client);
    if (engine === undefined) return this.#withDatabase(base, db);
    const name = this.#texts.constant(engine);
    const isName = name === "presto" || name === "hive";
    return this.#withDatabase(isName ? { ...base, dialect: name } : this.engine(engine), db);
  }

  /** The engine that an expression's value is. */
  engine(expression: ts.Expression | undefined): ReadEngine {
    if (expression === undefined) return UNKNOWN_ENGINE;
    const { ts } = this.#symbols;
    const creation = this.#symbols.valueOf(expression);
    if (!ts.isCallExpression(creation) || this.#symbols.svclibName(creation.expression) !== "create_engine")
      return UNKNOWN_ENGINE;
    const [descriptor] = creation.arguments;
    if (descriptor === undefined) return UNKNOWN_ENGINE;
    const text = this.#texts.constant(descriptor);
    if (text === null) return { dialect: this.#startingDialect(descriptor), database: null, variable: true };
    try {
      const { type, database } = parseDescriptor(text);
      return { dialect: type, database };
    } catch {
      // The error is reported when the program runs.
      return UNKNOWN_ENGINE;
    }
  }

  /** Whether an expression is a client of svclib, also where svclib is not installed. */
  isClient(expression: ts.Expression): boolean {
    return this.#symbols.isInstance(expression, "Client") || this.#clientCreation(expression) !== null;
  }

  #clientCreation(expression: ts.Expression): ts.CallExpression | ts.NewExpression | null {
    const { ts } = this.#symbols;
    const creation = this.#symbols.valueOf(expression);
    if (!ts.isCallExpression(creation) && !ts.isNewExpression(creation)) return null;
    return /^(?:connect|Client)$/.test(this.#symbols.svclibName(creation.expression) ?? "") ? creation : null;
  }

  #client(expression: ts.Expression): ReadEngine {
    const creation = this.#clientCreation(expression);
    if (creation === null) return UNKNOWN_ENGINE;
    const options = creation.arguments?.[2];
    const engine = this.#option(options, "default_engine");
    const dialect =
      engine === undefined ? CLIENT_DEFAULTS.dialect : this.#texts.constant(engine ?? undefined);
    return this.#withDatabase(
      { ...CLIENT_DEFAULTS, dialect: dialect === "presto" || dialect === "hive" ? dialect : null },
      this.#option(options, "database"),
    );
  }

  #withDatabase(engine: ReadEngine, database: ts.Expression | null | undefined): ReadEngine {
    if (database === undefined) return engine;
    const name = this.#texts.constant(database ?? undefined);
    return { ...engine, database: name, variable: name === null };
  }

  /** An option's value: undefined if it is not given, null if that is not known. */
  #option(options: ts.Expression | null | undefined, name: string): ts.Expression | null | undefined {
    if (options === undefined) return undefined;
    const { ts } = this.#symbols;
    const object = options === null ? null : this.#symbols.valueOf(options);
    if (object === null || !ts.isObjectLiteralExpression(object)) return null;
    const isNamed = (one: ts.ObjectLiteralElementLike): boolean =>
      one.name !== undefined &&
      (ts.isIdentifier(one.name) || ts.isStringLiteral(one.name)) &&
      one.name.text === name;
    const property = object.properties.find(isNamed);
    if (property === undefined)
      return object.properties.some((one) => ts.isSpreadAssignment(one)) ? null : undefined;
    if (ts.isPropertyAssignment(property)) return property.initializer;
    return ts.isShorthandPropertyAssignment(property) ? this.#shorthand(property) : null;
  }

  #shorthand({ name }: ts.ShorthandPropertyAssignment): ts.Expression | null {
    const declaration = this.#symbols.checker.getShorthandAssignmentValueSymbol(
      name.parent,
    )?.valueDeclaration;
    return declaration !== undefined && this.#symbols.ts.isVariableDeclaration(declaration)
      ? (declaration.initializer ?? null)
      : null;
  }

  /** Of `` `hive:${database}` ``. */
  #startingDialect(descriptor: ts.Expression): Dialect | null {
    const { ts } = this.#symbols;
    const value = this.#symbols.valueOf(descriptor);
    const start = ts.isTemplateExpression(value)
      ? /^(presto|trino|hive):/.exec(value.head.text)?.[1]
      : undefined;
    return start === undefined ? null : start === "hive" ? "hive" : "presto";
  }
}
