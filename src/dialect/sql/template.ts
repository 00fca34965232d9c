import { LIBRARY } from "../storage-names.ts";
import { call, commas, join, lambdaOf, variable, word, type Sql, type Variable } from "./sql.ts";

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
  /** `$1`, `$R`, or the index of a value in a tagged template. */
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

type TemplateToken = { readonly text: string } | { readonly hole: string };

/**
 * Parses SQL with holes. Calls and lambdas become nodes: a lambda's names become variables, which the printer names.
 *
 * @param texts - The SQL between the holes `0`, `1`, …; in it `$1`, `$*` and `$R` are holes too, and `~name(…)` is a macro of the library.
 * @param parameters - Names bound by the caller.
 * @param keeps - Keep the names of lambda parameters, as in macros.
 */
function parseTemplate(
  texts: readonly string[],
  parameters: readonly string[] = [],
  keeps = false,
): Template {
  const tokens: TemplateToken[] = texts.flatMap((text, i): TemplateToken[] => [
    ...(i === 0 ? [] : [{ hole: String(i - 1) }]),
    ...[...text.matchAll(TOKEN)].map(([one]) =>
      one.startsWith("$") && one.length > 1 ? { hole: one } : { text: one },
    ),
  ]);
  const uses = new Map<string, number>();
  let hasMacro = false;
  let aggregates = false;
  let i = 0;
  const textAt = (index: number): string | null => {
    const token = tokens[index];
    return token !== undefined && "text" in token ? token.text : null;
  };

  /** Parses up to a closing bracket, or a comma if `inList`. */
  const sequence = (inList: boolean, bound: ReadonlySet<string>): TemplatePiece => {
    const pieces: TemplatePiece[] = [];
    let text = "";
    const flush = (): void => {
      if (text !== "") pieces.push({ kind: "fixed", sql: word(text) });
      text = "";
    };
    for (; i < tokens.length;) {
      const token = tokens[i]!;
      if ("hole" in token) {
        flush();
        uses.set(token.hole, (uses.get(token.hole) ?? 0) + 1);
        pieces.push({ kind: "hole", hole: token.hole });
        i++;
        continue;
      }
      const one = token.text;
      if (")]}".includes(one) || (inList && one === ",")) break;
      if (one === "'" || one === '"') throw new Error(`unclosed quote in: ${texts.join("…")}`);
      if (one === "lambda") {
        flush();
        pieces.push(lambda(inList, bound));
      } else if (CLOSES[one] !== undefined) {
        text += one;
        i++;
        flush();
        for (;;) {
          pieces.push(sequence(true, bound));
          if (textAt(i) !== ",") break;
          pieces.push({ kind: "fixed", sql: word(",") });
          i++;
        }
        if (textAt(i) !== CLOSES[one]) throw new Error(`unclosed bracket in: ${texts.join("…")}`);
        text += CLOSES[one];
        i++;
      } else if (WORD.test(one) && textAt(i + 1) === "(") {
        flush();
        i += 2;
        const args = list(bound);
        if (one.startsWith("~")) hasMacro = true;
        if (one.startsWith("@")) aggregates = true;
        const called = one.startsWith("~") ? `${LIBRARY}.${one.slice(1)}` : one.replace(/^@/, "");
        pieces.push({ kind: "call", name: called, aggregate: one.startsWith("@"), args });
      } else if (bound.has(one) && textAt(i - 1) !== "." && !/^\s*:=/.test(restAt(i + 1))) {
        flush();
        pieces.push({ kind: "bound", name: one });
        i++;
      } else {
        text += one;
        i++;
      }
    }
    flush();
    const only = pieces.length === 1 ? pieces[0]! : null;
    return settled(only ?? { kind: "sequence", pieces });
  };

  const restAt = (index: number): string =>
    `${textAt(index) ?? ""}${textAt(index + 1) ?? ""}${textAt(index + 2) ?? ""}`;

  /** Parses the arguments of a call and its closing bracket. */
  const list = (bound: ReadonlySet<string>): TemplatePiece[] => {
    const args: TemplatePiece[] = [];
    for (;;) {
      while (/^\s+$/.test(textAt(i) ?? "")) i++;
      if (textAt(i) === ")" && args.length === 0) break;
      args.push(sequence(true, bound));
      if (textAt(i) !== ",") break;
      i++;
    }
    if (textAt(i) !== ")") throw new Error(`unclosed call in: ${texts.join("…")}`);
    i++;
    return args;
  };

  const lambda = (inList: boolean, bound: ReadonlySet<string>): TemplatePiece => {
    const names: string[] = [];
    i++;
    for (; textAt(i) !== ":"; i++) if (WORD.test(textAt(i) ?? "")) names.push(textAt(i)!);
    i++;
    while (/^\s+$/.test(textAt(i) ?? "")) i++;
    const body = sequence(inList, new Set([...bound, ...names]));
    return { kind: "lambda", names, body };
  };

  /** Builds pieces without holes and outer variables once, in advance. */
  const settled = (piece: TemplatePiece): TemplatePiece =>
    piece.kind !== "fixed" && isClosed(piece, new Set())
      ? { kind: "fixed", sql: fill(piece, NOTHING, new Map(), keeps) }
      : piece;

  const piece = sequence(false, new Set(parameters));
  if (i < tokens.length) throw new Error(`unmatched closing bracket in: ${texts.join("…")}`);
  return { piece, uses, hasMacro, aggregates };
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
      return piece.aggregate ? filling.aggregate!(piece.name, args) : call(piece.name, args);
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
      const value = values[Number(hole)]!;
      return typeof value === "object" ? value : word(String(value));
    },
  });
}
