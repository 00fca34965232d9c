import { step } from "../budget.ts";
import { isRefusal, SqlError } from "../sql-error.ts";
import { quoteName, quoteText } from "../quote.ts";
import { HOLDS, holds, type Lambda, type Sql, type Variable } from "./sql.ts";
import { isEvaluatedOnce, withNulls } from "./within-try.ts";

/** A script function that does nothing; its call queue is separate from those of the other functions. */
export const TURN_FUNCTION = "svc_turn";

/** The engine's variable with the number of a statement's connection. */
export const CONNECTION_VARIABLE = "svc_connection";

/** SQL for the engine, with a map of positions to the user's statement. */
export interface MarkedSql {
  readonly sql: string;
  /** Offsets in `sql`, ascending, with their offsets in the user's statement. */
  readonly marks: readonly { readonly at: number; readonly pos: number }[];
}

/** The engine takes twice as long to plan for each lambda around an expression. */
const MOST_LAMBDAS = 16;

/** The engine evaluates repeated expressions inside it, as inside TRY, outside of it. */
const GUARD = /^coalesce$/i;

/** Prints SQL for the engine. */
export function printSql(sql: Sql): MarkedSql {
  const printer = new Printer();
  printer.print(sql);
  return { sql: printer.text, marks: printer.marks };
}

class Printer {
  text = "";
  readonly marks: { at: number; pos: number }[] = [];
  private readonly names = new Map<Variable, string>();
  private guards = 0;
  /** How many TRY are around what is being printed; `guards` counts COALESCE too. */
  private tries = 0;
  /** How many values of COALESCE inside TRY have a name. */
  private tested = 0;
  /** How many lambdas are around what is being printed. */
  private lambdas = 0;
  private marking = true;

  print(sql: Sql): void {
    step(this.text.length);
    switch (sql.kind) {
      case "text":
        this.text += sql.text;
        return;
      case "literal":
        this.text += textLiteral(sql.value);
        return;
      case "name":
        this.text += quoteName(sql.name);
        return;
      case "column":
        this.text += `${sql.relation}.`;
        this.print(sql.name);
        return;
      case "variable":
        this.text += sql.name ?? this.nameOf(sql);
        return;
      case "call":
        this.call(sql.name, sql.args);
        return;
      case "list":
        this.separated(sql.items, sql.separator);
        return;
      case "lambda":
        this.lambda(sql);
        return;
      case "let":
        this.let(sql);
        return;
      case "at":
        if (this.marking) this.marks.push({ at: this.text.length, pos: sql.pos });
        this.print(sql.of);
        return;
      case "apart":
        this.print(sql.of);
        return;
      case "failure":
        // The engine's TRY catches each error but a time zone that does not exist.
        this.text += isRefusal(sql.error) ? "CAST(CAST(timezone(" : "CAST(";
        this.text += `'svc!${sql.error}!${sql.pos}!' || `;
        this.print(sql.message);
        if (isRefusal(sql.error)) this.text += ", TIMESTAMP '1970-01-01') AS VARCHAR)";
        this.text += " AS ";
        this.print(sql.type);
        this.text += ")";
        return;
      case "try": {
        const body = withNulls(sql.of);
        const [before, after] = isEvaluatedOnce(body)
          ? ["", ""]
          : ["list_transform([TRUE], lambda u: ", ")[1]"];
        this.guards++;
        this.tries++;
        this.text += `${before}TRY(`;
        this.print(body);
        this.text += `)${after}`;
        this.tries--;
        this.guards--;
        return;
      }
    }
  }

  private separated(items: readonly Sql[], separator: string): void {
    items.forEach((item, i) => {
      if (i > 0) this.text += separator;
      this.print(item);
    });
  }

  private call(name: string, args: readonly Sql[]): void {
    // A lambda can't hold a subquery.
    if (this.tries > 0 && GUARD.test(name) && !args.some((arg) => holds(arg, "query")))
      return this.firstOf(args);
    const guard = GUARD.test(name) ? 1 : 0;
    this.guards += guard;
    this.text += `${name}(`;
    this.separated(args, ", ");
    if (name.startsWith("svc_") && name !== TURN_FUNCTION) {
      // Inside TRY a limit that the function meets is told by this way.
      if (this.tries > 0) this.text += `, getvariable('${CONNECTION_VARIABLE}')`;
      else this.turn(args);
    }
    this.text += ")";
    this.guards -= guard;
  }

  /** COALESCE inside TRY. The engine's own gives values of other rows, or ends the process, where an argument fails in some rows. */
  private firstOf([first, ...rest]: readonly Sql[]): void {
    if (rest.length === 0) return this.print(first!);
    const name = `n${++this.tested}`;
    this.text += "list_transform([";
    this.print(first!);
    this.text += `], lambda ${name}: CASE WHEN ${name} IS NULL THEN `;
    this.inside(() => this.firstOf(rest));
    this.text += ` ELSE ${name} END)[1]`;
  }

  /**
   * Adds an argument that calls {@link TURN_FUNCTION} to a call of a script function.
   *
   * The engine's threads queue their calls, and Node.js runs that queue until it is empty, up to a thousand chunks, before other work: two
   * threads keep it non-empty. A thread that also has to call another function does not, so each turn of the event loop runs one chunk per
   * thread. A call that contains another script call needs no such argument; calls inside TRY and COALESCE get none.
   */
  private turn(args: readonly Sql[]): void {
    if (this.guards > 0 || args.some((arg) => holds(arg, "script"))) return;
    // The shortest argument that varies by row; subqueries are not repeated for this.
    const fit = args.filter((arg) => (arg.holds & (HOLDS.variable | HOLDS.query)) === HOLDS.variable);
    const [shortest] = fit.sort((a, b) => a.size - b.size);
    if (shortest === undefined) return;
    this.text += `, ${TURN_FUNCTION}(`;
    this.marking = false;
    this.print(shortest);
    this.marking = true;
    this.text += ")";
  }

  private lambda({ parameters, body, height }: Lambda): void {
    const bound = parameters.map((parameter, i) => {
      const name =
        "kind" in parameter && parameter.name !== null
          ? parameter.name
          : `b${height}${i === 0 ? "" : `_${i + 1}`}`;
      if ("kind" in parameter) this.names.set(parameter, name);
      else for (const { variable, field } of parameter) this.names.set(variable, `${name}['${field}']`);
      return name;
    });
    this.text += `lambda ${bound.join(", ")}: `;
    this.inside(() => this.print(body));
  }

  /** A one-element list with a lambda: the engine's only let expression that also works on aggregates and window functions. */
  private let({ operands, variables, body, height }: Extract<Sql, { kind: "let" }>): void {
    const name = `b${height}`;
    const single = operands.length === 1;
    this.text += single ? "list_transform([" : "list_transform([struct_pack(";
    operands.forEach((operand, i) => {
      if (!single) this.text += `${i > 0 ? ", " : ""}o${i} := `;
      this.print(operand);
    });
    this.text += `${single ? "" : ")"}], lambda ${name}: `;
    variables.forEach((variable, i) => this.names.set(variable, single ? name : `${name}['o${i}']`));
    this.inside(() => this.print(body));
    this.text += ")[1]";
  }

  /** Prints a lambda's body. */
  private inside(print: () => void): void {
    if (++this.lambdas > MOST_LAMBDAS)
      throw new SqlError(
        "EXCEEDED_LIMIT",
        `an expression has more than ${MOST_LAMBDAS} lambdas or results inside each other; put parts of it in a subquery`,
      );
    print();
    this.lambdas--;
  }

  private nameOf(variable: Variable): string {
    const name = this.names.get(variable);
    if (name === undefined) throw new Error("a variable is used outside of its scope");
    return name;
  }
}

/** SQL of a text; NUL, which ends the engine's input, is written as a code point. */
function textLiteral(text: string): string {
  if (!text.includes("\0")) return quoteText(text);
  return `(${text.split("\0").map(quoteText).join(" || chr(0) || ")})`;
}
