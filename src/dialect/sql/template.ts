import { call, callArguments, callOnce, commas, constant, lambdaOf, rebuilt, type Parameter, type Sql, variable, type Variable } from "./sql.ts"; // prettier-ignore
import { macroUses } from "./macros.ts";
import { HOLDS, type SqlOf } from "./nodes.ts";
import { parseTemplate } from "./template-parser.ts";

/** Values for a template's holes. */
export interface Filling {
  /** By their places: `$R`, or `$0` of a tagged template, is the first. NULL for one that is missing. */
  readonly values: readonly (Sql | number | bigint | null)[];
  /** `$*`: all arguments. */
  readonly all?: readonly Sql[];
  /** `@name(…)`: an aggregate with the modifiers of the user's call. */
  readonly aggregate?: (name: string, args: readonly Sql[]) => Sql;
}

export interface Template {
  readonly sql: Sql;
  /** The places of arguments that it writes more than once, from 0. */
  readonly repeated: readonly number[];
  readonly hasMacro: boolean;
  /** Whether it contains `$R`. */
  readonly hasType: boolean;
  /** Whether it contains `@name(…)`. */
  readonly aggregates: boolean;
}

function newTemplate(texts: readonly string[]): Template {
  const sql = parseTemplate(texts, macroUses);
  const uses: number[] = [];
  let hasMacro = false;
  let hasType = false;
  let aggregates = false;
  const count = (part: Sql): void => {
    if (part.kind === "hole" && part.detail >= 1) uses[part.detail - 1] = (uses[part.detail - 1] ?? 0) + 1;
    hasType ||= part.kind === "hole" && part.detail === 0;
    hasMacro ||= part.kind === "call" && part.detail !== null;
    aggregates ||= part.kind === "aggregate";
    part.parts.forEach(count);
  };
  count(sql);
  return { sql, repeated: [...uses.keys()].filter((i) => uses[i]! > 1), hasMacro, hasType, aggregates };
}

type FreshVariables = ReadonlyMap<Variable, Variable>;

/** Whether it is the same node in each filling. @param renamed - New variables in place of the template's; null for none. */
const isFixed = (sql: Sql, renamed: FreshVariables | null): boolean =>
  (sql.holds & (renamed === null ? HOLDS.hole : HOLDS.hole | HOLDS.variable)) === 0;

/** The template's SQL with values in its holes. */
function fill(sql: Sql, filling: Filling, renamed: FreshVariables | null): Sql {
  if (isFixed(sql, renamed)) return sql;
  switch (sql.kind) {
    case "hole":
      return isAll(sql) ? commas(filling.all ?? []) : valueAt(sql.detail, filling);
    case "call":
      return filledCall(sql, filledParts(sql, filling, renamed));
    case "aggregate":
      return filling.aggregate!(sql.text, filledParts(sql, filling, renamed));
    case "variable":
      return renamed?.get(sql) ?? sql;
    case "lambda": {
      // A value in the body may have the same lambda.
      const pairs = sql.detail.map((parameter) => [parameter as Variable, variable()] as const);
      return lambdaOf(pairs.map(([, own]): Parameter => own), fill(sql.parts[0], filling, new Map([...(renamed ?? []), ...pairs]))); // prettier-ignore
    }
    default:
      return rebuilt(sql, filledParts(sql, filling, renamed));
  }
}

function filledParts({ parts }: Sql, filling: Filling, renamed: FreshVariables | null): readonly Sql[] {
  const filled: Sql[] = [];
  for (let i = 0; i < parts.length; i++) {
    const part = parts[i]!;
    if (isFixed(part, renamed)) filled.push(part);
    else if (part.kind !== "hole") filled.push(fill(part, filling, renamed));
    else if (isAll(part)) filled.push(...(filling.all ?? []));
    else filled.push(valueAt(part.detail, filling));
  }
  return filled;
}

const isAll = ({ detail: place }: SqlOf<"hole">): boolean => place < 0;

const NULL = constant("NULL");

function valueAt(place: number, { values }: Filling): Sql {
  const value = values[place] ?? NULL;
  return typeof value === "object" ? value : constant(String(value));
}

function filledCall({ text: name, detail: macro }: SqlOf<"call">, parts: readonly Sql[]): Sql {
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

export const fillTemplate = (template: Template, filling: Filling): Sql => fill(template.sql, filling, null);

const parsed = new WeakMap<TemplateStringsArray, Sql>();

/** SQL from a template literal. Values are SQL nodes or numbers; the text is this program's, user text must be a node. */
export function engine(texts: TemplateStringsArray, ...values: readonly (Sql | number | bigint)[]): Sql {
  let sql = parsed.get(texts);
  if (sql === undefined) parsed.set(texts, (sql = parseTemplate(texts, macroUses)));
  return fill(sql, { values }, null);
}
