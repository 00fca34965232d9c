import { step } from "../budget.ts";
import { isRefusal, SqlError } from "../sql-error.ts";
import { quoteName, quoteText } from "../quote.ts";
import { LIBRARY } from "../storage-names.ts";
import { isEvaluatedOnce } from "./evaluated-once.ts";
import {
  HOLDS,
  holds,
  isPostfix,
  type Case,
  type Lambda,
  type Sql,
  type SqlOf,
  type Variable,
} from "./nodes.ts";
import { isScript } from "./sql.ts";
import { withNulls } from "./with-nulls.ts";

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

/** Types that any text converts to. */
const TEXT_TYPES = new Set(["VARCHAR", "BLOB"]);

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
    // The most frequent kinds first: they are compared one by one.
    switch (sql.kind) {
      case "sequence":
      case "query":
        this.separated(sql.parts, "");
        return;
      case "literal":
        this.text += textLiteral(sql.text);
        return;
      case "call":
        this.call(sql);
        return;
      case "text":
      case "constant":
      case "type":
      case "relation":
        this.text += sql.text;
        return;
      case "cast":
        this.between(sql.text === "CAST" ? "CAST(" : "TRY_CAST(", sql.parts[0], " AS ");
        this.between("", sql.parts[1], ")");
        return;
      case "group":
        this.between("(", sql.parts[0], ")");
        return;
      case "binary":
        this.separated(sql.parts, ` ${sql.text} `);
        return;
      case "name":
        this.text += quoteName(sql.text);
        return;
      case "at":
        if (this.marking) this.marks.push({ at: this.text.length, pos: sql.detail });
        this.print(sql.parts[0]);
        return;
      case "column":
        this.between(`${sql.text}.`, sql.parts[0], "");
        return;
      case "variable":
        this.text += sql.text === "" ? this.nameOf(sql) : sql.text;
        return;
      case "list":
        this.separated(sql.parts, ", ");
        return;
      case "case":
        this.case(sql);
        return;
      case "unary":
        if (isPostfix(sql.text)) this.between("", sql.parts[0], ` ${sql.text}`);
        else this.between(sql.text === "NOT" ? "NOT " : sql.text, sql.parts[0], "");
        return;
      case "lambda":
        this.lambda(sql);
        return;
      case "let":
        this.let(sql);
        return;
      case "between":
        this.between("", sql.parts[0], ` ${sql.text} `);
        this.separated(sql.parts.slice(1), " AND ");
        return;
      case "array":
        this.text += "[";
        this.separated(sql.parts, ", ");
        this.text += "]";
        return;
      case "element":
        this.between("", sql.parts[0], "[");
        this.between("", sql.parts[1], "]");
        return;
      case "apart":
      case "nested":
        this.print(sql.parts[0]);
        return;
      case "failure":
        this.failure(sql);
        return;
      case "hole":
      case "aggregate":
        throw new Error(`no value for ${sql.text}`);
      case "try": {
        const body = withNulls(sql.parts[0]);
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

  private between(before: string, sql: Sql, after: string): void {
    this.text += before;
    this.print(sql);
    this.text += after;
  }

  private case({ parts, detail: { hasOperand, hasElse } }: Case): void {
    const whens = parts.slice(hasOperand ? 1 : 0, hasElse ? -1 : undefined);
    this.text += "CASE ";
    if (hasOperand) this.between("", parts[0]!, " ");
    whens.forEach((part, i) => {
      this.between(i % 2 === 0 ? "WHEN " : "THEN ", part, " ");
    });
    if (hasElse) this.between("ELSE ", parts.at(-1)!, " ");
    this.text += "END";
  }

  private failure({ text: error, detail: pos, parts: [message, type] }: SqlOf<"failure">): void {
    const isRefused = isRefusal(error);
    // A cast from text to text would not fail.
    const isText = !isRefused && type.kind === "type" && TEXT_TYPES.has(type.text);
    // The engine's TRY catches each error but a time zone that does not exist.
    this.text += isRefused ? "CAST(CAST(timezone(" : isText ? "CAST(CAST(" : "CAST(";
    this.text += `'svc!${error}!${pos === null ? "" : `${pos}!`}' || `;
    this.print(message);
    if (isRefused) this.text += ", TIMESTAMP '1970-01-01') AS VARCHAR)";
    if (isText) this.text += " AS INTEGER)";
    this.between(" AS ", type, ")");
  }

  private separated(items: readonly Sql[], separator: string): void {
    for (let i = 0; i < items.length; i++) {
      if (i > 0) this.text += separator;
      this.print(items[i]!);
    }
  }

  private call({ text: name, detail: macro, parts: args }: SqlOf<"call">): void {
    // The engine evaluates repeated expressions inside it, as inside TRY, outside of it. A lambda can't hold a subquery.
    const guard = name === "coalesce" ? 1 : 0;
    if (guard > 0 && this.tries > 0 && !args.some((arg) => holds(arg, "query"))) return this.firstOf(args);
    this.guards += guard;
    this.text += macro === null ? name : `${LIBRARY}.${name.slice(1)}`;
    this.text += "(";
    this.separated(args, ", ");
    if (isScript(name)) {
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

  private lambda({ detail: parameters, parts: [body], height }: Lambda): void {
    const bound = parameters.map((parameter, i) => {
      const name =
        "kind" in parameter && parameter.text !== ""
          ? parameter.text
          : `b${height}${i === 0 ? "" : `_${i + 1}`}`;
      if ("kind" in parameter) this.names.set(parameter, name);
      else for (const { variable, field } of parameter) this.names.set(variable, `${name}['${field}']`);
      return name;
    });
    this.text += `lambda ${bound.join(", ")}: `;
    this.inside(() => this.print(body));
  }

  /** A one-element list with a lambda: the engine's only let expression that also works on aggregates and window functions. */
  private let({ parts, detail: variables, height }: SqlOf<"let">): void {
    const operands = parts.slice(0, -1);
    const name = `b${height}`;
    const single = operands.length === 1;
    this.text += single ? "list_transform([" : "list_transform([struct_pack(";
    operands.forEach((operand, i) => {
      if (!single) this.text += `${i > 0 ? ", " : ""}o${i} := `;
      this.print(operand);
    });
    this.text += `${single ? "" : ")"}], lambda ${name}: `;
    variables.forEach((variable, i) => this.names.set(variable, single ? name : `${name}['o${i}']`));
    this.inside(() => this.print(parts.at(-1)!));
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
