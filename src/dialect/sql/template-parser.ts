import { ERROR_CODES, type SqlErrorKind } from "../sql-error.ts";
import { aggregateHole, arraySql, betweenSql, binary, call, caseWith, cast, commas, constant, elementAt, failure, group, hole, lambdaOf, literal, query, sequence, type Sql, typeSql, unary, variable, type Variable, word } from "./sql.ts"; // prettier-ignore
import { isPostfix, type MacroUses } from "./nodes.ts";
import { isHole, isWord, LEVELS, TemplateTokens } from "./template-tokens.ts";

/** Words that begin an operand, with what follows them. */
const PREFIXES = new Set(["INTERVAL", "DATE", "TIME", "TIMESTAMP", "TIMESTAMPTZ", "EXISTS", "ANY", "ALL", "MAP"]); // prettier-ignore
const CONSTANTS = new Set(["TRUE", "FALSE", "NULL"]);
const QUERY = new Set(["SELECT", "VALUES"]);
/** Words of clauses are written in capitals, names in small letters. */
const CLAUSE = /^[A-Z][A-Z_]+$/;

type Names = ReadonlyMap<string, Sql>;

/** What becomes of a call of a macro with so many arguments; null if there is none. */
type MacroTable = (name: string, count: number) => MacroUses | null;
const NO_USES: MacroUses = { args: [], length: 0 };

/**
 * Reads a template: expressions become nodes by the engine's grammar, and what stands between them, such as the words of a query's clauses,
 * is text. A lambda's names become variables, which the printer names.
 *
 * @param texts - The SQL between the holes `$0`, `$1`, …; in one text alone `$1`, `$*` and `$R` are holes, `~name(…)` is a macro of the
 *   library, and `fail(KIND, message, TYPE)` an error.
 * @param names - What names stand for.
 * @param keeps - Keep the names of lambda parameters, as in macros.
 */
export function parseTemplate(
  texts: readonly string[],
  macros: MacroTable = () => null,
  names: Names = new Map(),
  keeps = false,
): Sql {
  return new TemplateParser(new TemplateTokens(texts), macros, keeps).parse(names);
}

class TemplateParser {
  readonly #tokens: TemplateTokens;
  readonly #macros: MacroTable;
  readonly #keeps: boolean;

  constructor(tokens: TemplateTokens, macros: MacroTable, keeps: boolean) {
    this.#tokens = tokens;
    this.#macros = macros;
    this.#keeps = keeps;
  }

  parse(names: Names): Sql {
    const sql = this.#sequence(false, names);
    return this.#tokens.isEnd ? sql : this.#tokens.fail("an unmatched closing bracket");
  }

  /** Reads up to a closing bracket, or a comma if `inList`: an expression, or clauses. */
  #sequence(inList: boolean, names: Names): Sql {
    const pieces: Sql[] = [];
    let text = "";
    let isQuery = false;
    const add = (...more: readonly Sql[]): void => {
      if (text !== "") pieces.push(word(text));
      text = "";
      pieces.push(...more);
    };
    while (!this.#tokens.isEnd) {
      const one = this.#tokens.next;
      if (one === ")" || one === "]" || (inList && one === ",")) break;
      if (this.#isOperand(one)) {
        const sql = this.#expression(0, names, inList);
        if (sql.kind === "text") text += sql.text;
        else add(sql);
      } else {
        isQuery ||= QUERY.has(one);
        text += this.#tokens.read();
      }
    }
    add();
    return isQuery ? query(pieces) : sequence(pieces);
  }

  #isOperand(token: string): boolean {
    if (token === "'" || token === '"') this.#tokens.fail("an unclosed quote");
    if (PREFIXES.has(token)) return true;
    return (
      isHole(token) ||
      token === "(" ||
      token === "[" ||
      /^(?:['"\d~@-]|CASE$|NOT$|TRUE$|FALSE$|NULL$)/.test(token) ||
      (isWord(token) && (!CLAUSE.test(token) || this.#tokens.peek(1) === "("))
    );
  }

  #expression(level: number, names: Names, inList: boolean): Sql {
    let left = this.#operand(names, inList);
    for (;;) {
      const operator = this.#tokens.operator();
      if (operator === null || operator.level <= level) return left;
      this.#tokens.skip(operator.length);
      const { text } = operator;
      if (isPostfix(text)) left = unary(text, left);
      else {
        this.#tokens.skipBlanks();
        const right = this.#expression(operator.level, names, inList);
        if (text.endsWith("BETWEEN")) left = this.#between(text !== "BETWEEN", left, right, names, inList);
        else if (text.endsWith("LIKE") && this.#tokens.takeAfterBlanks("ESCAPE")) {
          this.#tokens.skipBlanks();
          const escape = this.#operand(names, inList);
          left = binary(text, left, sequence([right, word(" ESCAPE "), escape]));
        } else left = binary(text, left, right);
      }
    }
  }

  #between(not: boolean, of: Sql, low: Sql, names: Names, inList: boolean): Sql {
    this.#tokens.expect("AND");
    this.#tokens.skipBlanks();
    return betweenSql(not, of, low, this.#expression(LEVELS.within, names, inList));
  }

  #operand(names: Names, inList: boolean): Sql {
    const tokens = this.#tokens;
    const token = tokens.read();
    if (token === "NOT" || token === "-") {
      tokens.skipBlanks();
      return unary(token, this.#expression(token === "NOT" ? LEVELS.not - 1 : LEVELS.minus, names, inList));
    }
    if (token === "lambda") return this.#lambda(names, inList);
    let of = this.#primary(token, names, inList);
    for (;;) {
      if (tokens.take("[")) of = elementAt(of, commas(this.#items("]", names)));
      else if (tokens.take("::")) of = cast(of, this.#typeName());
      else if (tokens.next === "." && tokens.peek(1) !== "") of = this.#field(of);
      else if (tokens.peek(1) === "OVER" || tokens.peek(1) === "FILTER") of = this.#window(of, names);
      else return of;
    }
  }

  #primary(token: string, names: Names, inList: boolean): Sql {
    const tokens = this.#tokens;
    if (isHole(token)) return hole(token);
    if (token.startsWith("'")) return literal(token.slice(1, -1).replaceAll("''", "'"));
    if (/^\d/.test(token)) return constant(token);
    if (token === "(") return group(this.#inside(names));
    if (token === "[") return arraySql(this.#items("]", names));
    if (CONSTANTS.has(token)) return constant(token);
    if (token === "CASE") return this.#case(names, inList);
    if (tokens.take("(")) return this.#call(token, names);
    if (PREFIXES.has(token) && /^\s/.test(tokens.next) && /^['($\d]/.test(tokens.peek(1))) {
      const blank = tokens.read();
      const of = this.#operand(names, inList);
      const unit = token === "INTERVAL" && CLAUSE.test(tokens.peek(1)) ? tokens.read() + tokens.read() : "";
      return sequence([word(`${token}${blank}`), of, ...(unit === "" ? [] : [word(unit)])]);
    }
    // The name of a struct's field is no variable: `name := x`.
    const isField = /^\s*:=/.test(tokens.next + tokens.peek(1));
    return (isField ? undefined : names.get(token)) ?? word(token);
  }

  /** Reads the rest of `of.name`. */
  #field(of: Sql): Sql {
    this.#tokens.read();
    const token = this.#tokens.read();
    const field = isHole(token) ? hole(token) : word(token);
    if (of.kind === "text" && field.kind === "text") return word(`${of.text}.${field.text}`);
    return sequence([of, word("."), field]);
  }

  #window(of: Sql, names: Names): Sql {
    const text = this.#tokens.read() + this.#tokens.read() + (/^\s/.test(this.#tokens.next) ? this.#tokens.read() : ""); // prettier-ignore
    return sequence([of, word(text), this.#operand(names, true)]);
  }

  /** Reads what is between commas in brackets, and the closing one. */
  #items(close: string, names: Names): Sql[] {
    const items: Sql[] = [];
    if (this.#tokens.takeAfterBlanks(close)) return items;
    do {
      this.#tokens.skipBlanks();
      items.push(this.#sequence(true, names));
    } while (this.#tokens.take(","));
    if (!this.#tokens.take(close)) this.#tokens.fail("an unclosed bracket");
    return items;
  }

  /** Reads what is in parentheses, and the closing one; a query's commas belong to its clauses. */
  #inside(names: Names): Sql {
    const items = this.#items(")", names);
    if (items.length === 1 || !items.some(({ kind }) => kind === "query")) return commas(items);
    const pieces = items.map((item) => (item.kind === "query" ? item.parts : [item]));
    return query(pieces.flatMap((own, i) => (i === 0 ? own : [word(", "), ...own])));
  }

  #call(token: string, names: Names): Sql {
    if (token === "CAST" || token === "TRY_CAST") {
      this.#tokens.skipBlanks();
      const of = this.#expression(0, names, true);
      this.#tokens.expect("AS");
      this.#tokens.skipBlanks();
      return cast(of, this.#type(), token === "TRY_CAST");
    }
    if (token === "fail") return this.#failure(names);
    const args = this.#items(")", names);
    if (token.startsWith("@")) return aggregateHole(token.slice(1), args);
    return call(
      token,
      args,
      token.startsWith("~") ? (this.#macros(token.slice(1), args.length) ?? NO_USES) : null,
    );
  }

  #failure(names: Names): Sql {
    const kind = this.#tokens.read();
    if (!Object.hasOwn(ERROR_CODES, kind)) this.#tokens.fail(`no kind of error: ${kind}`);
    this.#tokens.expect(",");
    this.#tokens.skipBlanks();
    const message = this.#expression(0, names, true);
    this.#tokens.expect(",");
    this.#tokens.skipBlanks();
    return failure(kind as SqlErrorKind, null, message, this.#type());
  }

  /** Reads a type and the bracket after it. */
  #type(): Sql {
    const tokens: string[] = [];
    for (let depth = 0; ;) {
      const token = this.#tokens.read();
      if (token === "(") depth++;
      if (token === ")" && --depth < 0) break;
      tokens.push(token);
    }
    if (!tokens.some(isHole)) return typeSql(tokens.join(""));
    return tokens.length === 1 ? hole(tokens[0]!) : this.#tokens.fail("a hole within a type");
  }

  /** Reads the type after `::`. */
  #typeName(): Sql {
    const token = this.#tokens.read();
    if (isHole(token)) return hole(token);
    let text = token;
    if (this.#tokens.take("(")) {
      text += "(";
      for (let end = ""; end !== ")"; text += end) end = this.#tokens.read();
    }
    while (this.#tokens.next === "[" && this.#tokens.peek(1) === "]") {
      this.#tokens.skip(2);
      text += "[]";
    }
    return typeSql(text);
  }

  #case(names: Names, inList: boolean): Sql {
    const tokens = this.#tokens;
    const parts: Sql[] = [];
    const read = (): void => {
      tokens.skipBlanks();
      parts.push(this.#expression(0, names, inList));
    };
    const hasOperand = tokens.peek(1) !== "WHEN";
    if (hasOperand) read();
    while (tokens.takeAfterBlanks("WHEN")) {
      read();
      tokens.expect("THEN");
      read();
    }
    const hasElse = tokens.takeAfterBlanks("ELSE");
    if (hasElse) read();
    tokens.expect("END");
    return caseWith(parts, hasOperand, hasElse);
  }

  #lambda(names: Names, inList: boolean): Sql {
    const parameters = this.#tokens.namesToColon();
    const variables: readonly Variable[] = parameters.map((name) => variable(this.#keeps ? name : ""));
    this.#tokens.skipBlanks();
    const inner = new Map([...names, ...parameters.map((name, i) => [name, variables[i]!] as const)]);
    return lambdaOf(variables, this.#sequence(inList, inner));
  }
}
