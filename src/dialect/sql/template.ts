import { LIBRARY } from "../storage-names.ts";
import { call, callOnce, commas, join, lambdaOf, variable, word, type Sql, type Variable } from "./sql.ts";

/** A piece of a parsed template. */
type TemplatePiece =
  | { readonly kind: "fixed"; readonly sql: Sql }
  | { readonly kind: "hole"; readonly hole: string }
  | { readonly kind: "bound"; readonly name: string }
  | { readonly kind: "sequence"; readonly pieces: readonly TemplatePiece[] }
  | { readonly kind: "lambda"; readonly names: readonly string[]; readonly body: TemplatePiece }
  | {
      readonly kind: "call";
      readonly name: string;
      readonly aggregate: boolean;
      readonly args: readonly TemplatePiece[];
    };

/** Values for a template's holes. */
export interface Filling {
  /** `$1`, `$R`; in a tagged template `$` and the index of a value. */
  readonly hole: (hole: string) => Sql;
  /** `$*`: all arguments. */
  readonly all?: () => readonly Sql[];
  /** `@name(…)`: an aggregate with the modifiers of the user's call. */
  readonly aggregate?: (name: string, args: readonly Sql[]) => Sql;
}

export interface Template {
  readonly piece: TemplatePiece;
  /** How often each hole is used. */
  readonly uses: ReadonlyMap<string, number>;
  readonly hasMacro: boolean;
  /** Whether it contains `@name(…)`. */
  readonly aggregates: boolean;
}

const TOKEN = /'(?:[^']|'')*'|"(?:[^"]|"")*"|[~@]?[A-Za-z_]\w*|\$(?:\d+|\*|R)|\d[\w.]*|\s+|[\s\S]/g;
const CLOSES: Readonly<Record<string, string>> = { "(": ")", "[": "]", "{": "}" };
const WORD = /^[~@]?[A-Za-z_]\w*$/;

/**
 * Parses SQL with holes. Calls and lambdas become nodes: a lambda's names become variables, which the printer names.
 *
 * @param texts - The SQL between the holes `$0`, `$1`, …; in one text alone `$1`, `$*` and `$R` are holes, and `~name(…)` is a macro of the library.
 * @param parameters - Names bound by the caller.
 * @param keeps - Keep the names of lambda parameters, as in macros.
 */
function parseTemplate(
  texts: readonly string[],
  parameters: readonly string[] = [],
  keeps = false,
): Template {
  const tokens = texts.flatMap((text, i) => [
    ...(i === 0 ? [] : [`$${i - 1}`]),
    ...(text.match(TOKEN) ?? []),
  ]);
  const uses = new Map<string, number>();
  for (const token of tokens.filter(isHole)) uses.set(token, (uses.get(token) ?? 0) + 1);
  const calls = (mark: string): boolean =>
    tokens.some((token, i) => token.startsWith(mark) && WORD.test(token) && tokens[i + 1] === "(");
  const piece = new TemplateParser(tokens, keeps).parse(new Set(parameters));
  return { piece, uses, hasMacro: calls("~"), aggregates: calls("@") };
}

const isHole = (token: string): boolean => token.startsWith("$") && token.length > 1;

class TemplateParser {
  readonly #tokens: readonly string[];
  readonly #keeps: boolean;
  #at = 0;

  constructor(tokens: readonly string[], keeps: boolean) {
    this.#tokens = tokens;
    this.#keeps = keeps;
  }

  parse(bound: ReadonlySet<string>): TemplatePiece {
    const piece = this.#sequence(false, bound);
    return this.#at < this.#tokens.length ? this.#fail("unmatched closing bracket") : piece;
  }

  #fail(what: string): never {
    throw new Error(`${what} in: ${this.#tokens.join("")}`);
  }

  #take(token: string): boolean {
    const found = this.#tokens[this.#at] === token;
    if (found) this.#at++;
    return found;
  }

  #skipBlanks(): void {
    while (/^\s+$/.test(this.#tokens[this.#at] ?? "")) this.#at++;
  }

  /** Parses up to a closing bracket, or a comma if `inList`. */
  #sequence(inList: boolean, bound: ReadonlySet<string>): TemplatePiece {
    const pieces: TemplatePiece[] = [];
    let text = "";
    const add = (...more: TemplatePiece[]): void => {
      if (text !== "") pieces.push({ kind: "fixed", sql: word(text) });
      text = "";
      pieces.push(...more);
    };
    for (; this.#at < this.#tokens.length;) {
      const one = this.#tokens[this.#at]!;
      if (")]}".includes(one) || (inList && one === ",")) break;
      if (one === "'" || one === '"') this.#fail("unclosed quote");
      this.#at++;
      const close = CLOSES[one];
      if (isHole(one)) add({ kind: "hole", hole: one });
      else if (one === "lambda") add(this.#lambda(inList, bound));
      else if (close !== undefined) {
        text += one;
        add(this.#sequence(true, bound));
        while (this.#take(",")) add({ kind: "fixed", sql: word(",") }, this.#sequence(true, bound));
        if (!this.#take(close)) this.#fail("unclosed bracket");
        text += close;
      } else if (WORD.test(one) && this.#take("(")) {
        const name = one.startsWith("~") ? `${LIBRARY}.${one.slice(1)}` : one.replace(/^@/, "");
        add({ kind: "call", name, aggregate: one.startsWith("@"), args: this.#args(bound) });
      } else if (bound.has(one) && !this.#isField()) add({ kind: "bound", name: one });
      else text += one;
    }
    add();
    const only = pieces.length === 1 ? pieces[0]! : null;
    return this.#settled(only ?? { kind: "sequence", pieces });
  }

  /** Whether the name before is a struct's field: `x.name` or `name := x`. */
  #isField(): boolean {
    const rest = this.#tokens.slice(this.#at, this.#at + 3).join("");
    return this.#tokens[this.#at - 2] === "." || /^\s*:=/.test(rest);
  }

  /** Parses the arguments of a call and its closing bracket. */
  #args(bound: ReadonlySet<string>): TemplatePiece[] {
    const args: TemplatePiece[] = [];
    this.#skipBlanks();
    if (this.#take(")")) return args;
    do {
      this.#skipBlanks();
      args.push(this.#sequence(true, bound));
    } while (this.#take(","));
    return this.#take(")") ? args : this.#fail("unclosed call");
  }

  #lambda(inList: boolean, bound: ReadonlySet<string>): TemplatePiece {
    const end = this.#tokens.indexOf(":", this.#at);
    const names = this.#tokens.slice(this.#at, end).filter((token) => WORD.test(token));
    this.#at = end + 1;
    this.#skipBlanks();
    const body = this.#sequence(inList, new Set([...bound, ...names]));
    return { kind: "lambda", names, body };
  }

  /** Builds pieces without holes and outer variables once, in advance. */
  #settled(piece: TemplatePiece): TemplatePiece {
    return piece.kind !== "fixed" && isClosed(piece, new Set())
      ? { kind: "fixed", sql: fill(piece, NOTHING, new Map(), this.#keeps) }
      : piece;
  }
}

const NOTHING: Filling = {
  hole: (hole) => {
    throw new Error(`no value for ${hole} here`);
  },
};

function isClosed(piece: TemplatePiece, bound: ReadonlySet<string>): boolean {
  switch (piece.kind) {
    case "fixed":
      return true;
    case "hole":
      return false;
    case "bound":
      return bound.has(piece.name);
    case "sequence":
      return piece.pieces.every((one) => isClosed(one, bound));
    case "lambda":
      return isClosed(piece.body, new Set([...bound, ...piece.names]));
    case "call":
      return !piece.aggregate && piece.args.every((one) => isClosed(one, bound));
  }
}

function fill(
  piece: TemplatePiece,
  filling: Filling,
  bound: ReadonlyMap<string, Variable>,
  keeps: boolean,
): Sql {
  switch (piece.kind) {
    case "fixed":
      return piece.sql;
    case "hole":
      return piece.hole === "$*" ? commas(filling.all?.() ?? []) : filling.hole(piece.hole);
    case "bound":
      return bound.get(piece.name)!;
    case "sequence":
      return join(
        piece.pieces.map((one) => fill(one, filling, bound, keeps)),
        "",
      );
    case "lambda": {
      const variables = piece.names.map((name) => variable(keeps ? name : null));
      const inner = new Map([...bound, ...piece.names.map((name, i) => [name, variables[i]!] as const)]);
      return lambdaOf(variables, fill(piece.body, filling, inner, keeps));
    }
    case "call": {
      const args = piece.args.flatMap((one) =>
        one.kind === "hole" && one.hole === "$*" ? (filling.all?.() ?? []) : fill(one, filling, bound, keeps),
      );
      if (piece.aggregate) return filling.aggregate!(piece.name, args);
      return keeps ? call(piece.name, args) : callOnce(piece.name, args);
    }
  }
}

/** A template that is parsed when it is first used: most functions never are. */
export function templateOf(text: string): () => Template {
  let template: Template | undefined;
  return () => (template ??= parseTemplate([text]));
}

export const fillTemplate = (template: Template, filling: Filling): Sql =>
  fill(template.piece, filling, new Map(), false);

/** The SQL of a macro's body, with its own parameter names. */
export function macroBody(text: string, parameters: readonly string[]): Sql {
  const bound = new Map(parameters.map((name) => [name, variable(name)]));
  return fill(parseTemplate([text], parameters, true).piece, NOTHING, bound, true);
}

const parsed = new WeakMap<TemplateStringsArray, Template>();

/** SQL from a template literal. Values are SQL nodes or numbers; the text is this program's, user text must be a node. */
export function engine(texts: TemplateStringsArray, ...values: readonly (Sql | number | bigint)[]): Sql {
  let template = parsed.get(texts);
  if (template === undefined) parsed.set(texts, (template = parseTemplate(texts)));
  return fillTemplate(template, {
    hole: (hole) => {
      const value = values[Number(hole.slice(1))]!;
      return typeof value === "object" ? value : word(String(value));
    },
  });
}
