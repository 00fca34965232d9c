import { carry, sqlOf, withSql, withType, type Typed } from "../typed.ts";
import type { Call, Expr } from "../../parse/ast.ts";
import { entriesOf, functionNames } from "../../functions/find-function.ts";
import type { CallContext, FunctionForm } from "../../functions/function-table.ts";
import { refusalOf } from "../../functions/refused.ts";
import { meant } from "../../nearest-name.ts";
import { instantiate, isByEquality, type Pattern, type Signature, unify } from "../../types/signature.ts";
import { parametersText } from "../../types/signature-text.ts";
import { decimal, sameType, type Type } from "../../types/type.ts";
import { engineType } from "../../types/engine-type.ts";
import { hasOwnZone, withoutZones } from "../../types/coercion.ts";
import { aggregateSql } from "./aggregate.ts";
import { bindOnce, isWorthBinding, writeBound } from "../bind-once.ts";
import { coerce } from "../coerce.ts";
import { equalForm, withOwnZones } from "../equal-form.ts";
import { analyzeLambda } from "./lambda.ts";
import { refuseNested } from "./window.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { apart, engine, type Sql } from "../../sql/tree.ts";
import { fillTemplate, type Template } from "../../sql/template.ts";

/** A function call: a special form, or the overload that best matches the arguments' types. */
export function analyzeCall(t: Translation, writtenCall: Call, scope: Scope): Typed {
  const call =
    t.hive && (writtenCall.name !== "count" || writtenCall.distinct)
      ? withColumns(writtenCall, scope)
      : writtenCall;
  const { special = null, forms = null } = entriesOf(t.dialect).get(call.name.toLowerCase()) ?? {};
  if (special !== null) {
    if (call.over !== null || call.distinct || call.filter !== null) notAggregate(t, call);
    return special(t, call, scope);
  }
  if (forms === null) return unknownFunction(t, call, scope);
  if (call.distinct && call.args[0]?.kind === "star")
    t.syntaxError(
      "'*' can't be DISTINCT; name the columns as a row: count(DISTINCT row(a, b))",
      call.args[0].pos,
    );
  const stripped = call.name === "count" && call.args[0]?.kind === "star" ? { ...call, args: [] } : call;
  return analyzePlainCall(t, stripped, forms, scope);
}

/** In Hive `*` as an argument is all columns, as in `hash(*)`. */
function withColumns(call: Call, scope: Scope): Call {
  if (!call.args.some((arg) => arg.kind === "star")) return call;
  const { pos } = call;
  const columns = scope.block.columns
    .filter((column) => !column.hidden)
    .map(({ name, qualifiers }): Expr => {
      const parts = [...[...qualifiers].reverse(), name].map((text) => ({ text, quoted: true, pos }));
      return { kind: "name", pos, parts };
    });
  return { ...call, args: call.args.flatMap((arg) => (arg.kind === "star" ? columns : [arg])) };
}

function analyzePlainCall(t: Translation, call: Call, forms: readonly FunctionForm[], scope: Scope): Typed {
  const args = call.args.map((arg) =>
    arg.kind === "lambda" || arg.kind === "star" ? null : t.expression(arg, scope),
  );
  const { form, bound } = chooseForm(t, call, forms, args);
  return applyForm(t, call, form, bound, args, scope);
}

function unknownFunction(t: Translation, call: Call, scope: Scope): never {
  const refusal = refusalOf(call.name, t.dialect);
  if (refusal !== null) t.unsupported(refusal, call.pos);
  if (entriesOf(t.dialect).get(call.name.toLowerCase())?.givesRows === true)
    t.unsupported(
      `${call.name} here: it gives rows, so it must be ${t.hive ? "alone in a select list or in LATERAL VIEW" : "in FROM: CROSS JOIN UNNEST(…) AS t (…)"}`,
      call.pos,
    );
  const column = scope.block.columns.find(({ name }) => name.toLowerCase() === call.name.toLowerCase());
  const names = t.options.isTried === true ? [] : functionNames(t.dialect);
  const hint = column === undefined ? meant(call.name, names) : `; '${column.name}' is a column`;
  return t.fail(
    "FUNCTION_NOT_FOUND",
    `function '${call.name}' is not known in the local service${hint}`,
    call.pos,
  );
}

function chooseForm(
  t: Translation,
  call: Call,
  forms: readonly FunctionForm[],
  args: readonly (Typed | null)[],
): { form: FunctionForm; bound: Map<string, Type> } {
  let best: { form: FunctionForm; bound: Map<string, Type>; cost: number } | null = null;
  let bound = new Map<string, Type>();
  for (const form of forms) {
    if (!takes(form.signature, args.length)) continue;
    const cost = fit(t, form, call, args, bound);
    if (cost !== null && (best === null || cost < best.cost)) {
      best = { form, bound, cost };
      bound = new Map();
    } else bound.clear();
  }
  if (best !== null) return best;
  for (const [i, arg] of call.args.entries()) {
    const wanted = forms.flatMap(
      ({
        signature: {
          params: { [i]: param },
        },
      }) => (param?.kind === "lambda" ? [param.params.length] : []),
    );
    if (arg.kind === "lambda" && wanted.length > 0 && !wanted.includes(arg.params.length))
      t.fail(
        "INVALID_PARAMETER_USAGE",
        `${call.name} takes a lambda of ${wanted[0]} parameter${wanted[0] === 1 ? "" : "s"}, found ${arg.params.length}`,
        arg.pos,
      );
  }
  const argumentValues = args.map((arg, i) =>
    arg === null ? (call.args[i]!.kind === "star" ? "*" : "function") : t.typeName(arg.type),
  );
  const expected = new Set(forms.map(({ signature }) => call.name + parametersText(signature, t.dialect)));
  return t.fail(
    "FUNCTION_NOT_FOUND",
    `unexpected parameters (${argumentValues.join(", ")}) for function ${call.name}; expected: ${[...expected].join(", ")}`,
    call.pos,
  );
}

const takes = ({ params, variadic, optional }: Signature, count: number): boolean =>
  count >= params.length - optional - (variadic ? 1 : 0) && (count <= params.length || variadic);

function fit(
  t: Translation,
  form: FunctionForm,
  call: Call,
  args: readonly (Typed | null)[],
  bound: Map<string, Type>,
): number | null {
  const { params } = form.signature;
  let cost = 0;
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? null;
    const param = params[Math.min(i, params.length - 1)]!;
    const lambda = call.args[i]!;
    if (arg === null) {
      if (lambda.kind !== "lambda" || param.kind !== "lambda" || lambda.params.length !== param.params.length)
        return null;
      continue;
    }
    const one = unify(param, arg.type, bound, t.dialect);
    if (one === null) return null;
    cost += one;
  }
  // If a later argument widened a type variable, earlier arguments are converted too.
  for (let i = 0; i < args.length; i++) {
    const arg = args[i] ?? null;
    const param = params[Math.min(i, params.length - 1)]!;
    if (arg !== null && param.kind === "variable" && !sameType(bound.get(param.name)!, arg.type)) cost += 0.1;
  }
  return cost;
}

function applyForm(
  t: Translation,
  call: Call,
  form: FunctionForm,
  bound: Map<string, Type>,
  plain: readonly (Typed | null)[],
  scope: Scope,
): Typed {
  const { params } = form.signature;
  const paramAt = (i: number): Pattern => params[Math.min(i, params.length - 1)]!;
  const args: Typed[] = plain.map((arg, i) => {
    const param = paramAt(i);
    const source = call.args[i]!;
    return arg === null && source.kind === "lambda" && param.kind === "lambda"
      ? analyzeLambda(t, source, param, bound, scope)
      : toParameter(t, arg!, param, bound, source.pos);
  });
  // A lambda may have widened a type variable that earlier arguments were converted to.
  if (plain.includes(null))
    plain.forEach((arg, i) => {
      if (arg !== null) args[i] = toParameter(t, arg, paramAt(i), bound, call.args[i]!.pos);
    });
  const zoned = args.slice();
  const withZones = instantiate(form.signature.result, bound);
  const isDistinct = call.distinct && !/^(?:min|max)$/.test(call.name);
  zoned.forEach((arg, i) => {
    if (isDistinct || isByEquality(paramAt(i))) args[i] = equalForm(t, arg, call.args[i]!.pos);
  });
  for (const [name, type] of bound) if (isDistinct || name === "E") bound.set(name, withoutZones(type));
  const result = instantiate(form.signature.result, bound);
  checkModifiers(t, call, form, args);
  const writeCall = (argumentValues: readonly Typed[]): Typed => {
    const context: CallContext = {
      t,
      call,
      pos: call.pos,
      args: argumentValues,
      sources: plain,
      result,
      scope,
      bound,
      analyze: (expr: Expr) => t.expression(expr, scope),
      failing: (message, type = result, kind) => t.failing(message, call.pos, type, kind),
      aggregate: (name, sqlArgs) => aggregateSql(t, call, plain, name, sqlArgs, scope),
    };
    const output = form.template === null ? form.write!(context) : fill(form.template(), context);
    return "kind" in output ? { sql: output, type: result } : output;
  };
  const write = (argumentValues: readonly Typed[]): Typed =>
    t.attempt(() => writeCall(argumentValues), result, call.pos);
  if (
    form.kind === "scalar" &&
    isByEquality(form.signature.result) &&
    withZones.kind === "array" &&
    hasOwnZone(withZones.element)
  ) {
    const sql = bindOnce(zoned, (...names) => {
      const sources = zoned.map((arg, i) => withSql(arg, names[i]!));
      const instants = write(sources.map((source) => equalForm(t, source, call.pos)));
      return withOwnZones(instants.sql, sources);
    });
    return withType(sql, withZones, zoned);
  }
  const output =
    form.kind === "scalar" && hidesRepetition(form) ? writeBound(args, write, isBound) : write(args);
  // All of it, so that TRY around it does not catch its errors.
  const value = form.kind === "aggregate" ? withSql(output, apart(output.sql, call.over === null)) : output;
  const flagged =
    form.volatile === true || form.kind !== "scalar" || call.over !== null
      ? { ...value, ...flagsOf(form, call) }
      : value;
  return carry(flagged, args);
}

const flagsOf = (form: FunctionForm, { over }: Call): Partial<Typed> => ({
  ...(form.volatile === true ? { volatile: true } : {}),
  ...(form.kind === "scalar" ? {} : { aggregate: true }),
  ...(over === null ? {} : { windowed: true }),
});

/** True if the form may use an argument several times: it has a macro, or is a function of the context. */
function hidesRepetition(form: FunctionForm): boolean {
  return form.template === null || form.template().hasMacro;
}

const isBound = (arg: Typed): boolean =>
  arg.sql.kind !== "lambda" && arg.constant === undefined && isWorthBinding(arg);

/** Converts an argument to the parameter's type; a parameter of any length or zone keeps the argument's own. */
function toParameter(
  t: Translation,
  arg: Typed,
  param: Pattern,
  bound: ReadonlyMap<string, Type>,
  pos: number,
): Typed {
  if (param.kind === "family" && param.type.kind === arg.type.kind) return arg;
  if (param.kind === "family" && param.type.kind === "decimal") return coerce(t, arg, decimal(19, 0), pos);
  const to = instantiate(param, bound);
  if (to.kind === "unknown" && arg.type.kind !== "unknown") return arg;
  const converted = coerce(t, arg, to, pos);
  // A template may compute with the literal, which the engine would do in 32 bits.
  if (to.kind === "bigint" && arg.type.kind === "integer" && typeof arg.constant === "number")
    return { ...converted, sql: engine`CAST(${arg.sql} AS BIGINT)` };
  return converted;
}

function checkModifiers(t: Translation, call: Call, form: FunctionForm, args: readonly Typed[]): void {
  const { kind } = form;
  if (kind !== "scalar")
    for (const [i, arg] of args.entries())
      refuseNested(t, arg, `the arguments of ${call.name}`, call.args[i]!.pos, call.over !== null);
  if (kind === "window" && call.over === null)
    t.fail("MISSING_OVER", `window function ${call.name} requires an OVER clause`, call.pos);
  if (
    kind === "scalar" &&
    (call.over !== null || call.distinct || call.filter !== null || call.orderBy.length > 0)
  )
    notAggregate(t, call);
  if (kind === "aggregate" && call.nullTreatment === "ignore")
    t.syntaxError(`IGNORE NULLS is not allowed with ${call.name}`, call.pos);
}

function notAggregate(t: Translation, call: Call): never {
  const kind = call.over === null ? "FUNCTION_NOT_AGGREGATE" : "FUNCTION_NOT_WINDOW";
  return t.fail(kind, `'${call.name}' is neither an aggregate nor a window function`, call.pos);
}

/** Fills a template's arguments. One that the template uses twice is evaluated once if necessary. */
function fill(template: Template, context: CallContext): Sql {
  const { args, aggregate, t, pos } = context;
  const type = template.hasType ? engineType(context.result) : null;
  const write = (values: readonly Sql[]): Sql =>
    fillTemplate(template, { values: [type, ...values], all: values, aggregate });
  const plain = sqlOf(args);
  if (template.aggregates) return write(plain);
  if (template.repeated.length === 0) return t.mark(pos, write(plain));
  const repeated = template.repeated.filter((i) => i < args.length);
  return bindOnce(
    repeated.map((i) => args[i]!),
    (...names) =>
      t.mark(pos, write(plain.map((sql, i) => (repeated.includes(i) ? names[repeated.indexOf(i)]! : sql)))),
  );
}
