import { call, callArguments, callOnce, commas, constant, holds, lambdaOf, rebuilt, type Parameter, type Sql, variable, type Variable } from "./sql.ts"; // prettier-ignore
import { macroUses } from "./macros.ts";
import type { SqlOf } from "./nodes.ts";
import { parseTemplate } from "./template-parser.ts";

/** Values for a template's holes. */
export interface Filling {
  /** `$1`, `$R`; in a tagged template `$` and the index of a value. */
  hole(hole: SqlOf<"hole">): Sql;
  /** `$*`: all arguments. */
  readonly all?: () => readonly Sql[];
  /** `@name(…)`: an aggregate with the modifiers of the user's call. */
  readonly aggregate?: (name: string, args: readonly Sql[]) => Sql;
}

export interface Template {
  readonly sql: Sql;
  /** The places of arguments that it writes more than once, from 0. */
  readonly repeated: readonly number[];
  readonly hasMacro: boolean;
  /** Whether it contains `@name(…)`. */
  readonly aggregates: boolean;
}

function newTemplate(texts: readonly string[]): Template {
  const sql = parseTemplate(texts, macroUses);
  const uses: number[] = [];
  let hasMacro = false;
  let aggregates = false;
  const count = (part: Sql): void => {
    if (part.kind === "hole" && part.place >= 1) uses[part.place - 1] = (uses[part.place - 1] ?? 0) + 1;
    hasMacro ||= part.kind === "call" && part.macro !== null;
    aggregates ||= part.kind === "aggregate";
    part.parts.forEach(count);
  };
  count(sql);
  return { sql, repeated: [...uses.keys()].filter((i) => uses[i]! > 1), hasMacro, aggregates };
}

type FreshVariables = ReadonlyMap<Variable, Variable>;
const NONE: FreshVariables = new Map();

/** The template's SQL with values in its holes. What has no hole is the same node each time. */
function fill(sql: Sql, filling: Filling, renamed: FreshVariables): Sql {
  if (!holds(sql, "hole") && (renamed.size === 0 || !holds(sql, "variable"))) return sql;
  switch (sql.kind) {
    case "aggregate":
      return filling.aggregate!(sql.name, filledParts(sql, filling, renamed));
    case "hole":
      return isAll(sql) ? commas(filling.all?.() ?? []) : filling.hole(sql);
    case "variable":
      return renamed.get(sql) ?? sql;
    case "call":
      return filledCall(sql, filledParts(sql, filling, renamed));
    case "lambda": {
      // A value in the body may have the same lambda.
      const pairs = sql.parameters.map((parameter) => [parameter as Variable, variable()] as const);
      return lambdaOf(pairs.map(([, own]): Parameter => own), fill(sql.parts[0], filling, new Map([...renamed, ...pairs]))); // prettier-ignore
    }
    default:
      return rebuilt(sql, filledParts(sql, filling, renamed));
  }
}

function filledParts({ parts }: Sql, filling: Filling, renamed: FreshVariables): readonly Sql[] {
  const filled: Sql[] = [];
  for (const part of parts) {
    if (isAll(part)) filled.push(...(filling.all?.() ?? []));
    else filled.push(fill(part, filling, renamed));
  }
  return filled;
}

const isAll = (part: Sql): boolean => part.kind === "hole" && part.name === "$*";

function filledCall({ name, macro }: SqlOf<"call">, parts: readonly Sql[]): Sql {
  if (macro === null) return call(name, parts);
  const args = callArguments(parts);
  const uses = args.length === macro.args.length ? macro : macroUses(name.slice(1), args.length);
  return uses === null ? call(name, args, macro) : callOnce(name, args, uses);
}

/** A template that is parsed when it is first used: most functions never are. */
export function templateOf(text: string): () => Template {
  let template: Template | undefined;
  return () => (template ??= newTemplate([text]));
}

export const fillTemplate = (template: Template, filling: Filling): Sql => fill(template.sql, filling, NONE);

const parsed = new WeakMap<TemplateStringsArray, Sql>();

/** SQL from a template literal. Values are SQL nodes or numbers; the text is this program's, user text must be a node. */
export function engine(texts: TemplateStringsArray, ...values: readonly (Sql | number | bigint)[]): Sql {
  let sql = parsed.get(texts);
  if (sql === undefined) parsed.set(texts, (sql = parseTemplate(texts, macroUses)));
  if (values.length === 0) return sql;
  return fill(sql, new TemplateValues(values), NONE);
}

/** The values of a template literal. */
class TemplateValues implements Filling {
  private readonly values: readonly (Sql | number | bigint)[];

  constructor(values: readonly (Sql | number | bigint)[]) {
    this.values = values;
  }

  hole({ place }: SqlOf<"hole">): Sql {
    const value = this.values[place]!;
    return typeof value === "object" ? value : constant(String(value));
  }
}
