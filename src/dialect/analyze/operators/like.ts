import type { Expr, ExprOf } from "../../parse/ast.ts";
import { coerce } from "../coerce.ts";
import { writeBound } from "../bind-once.ts";
import { withNot } from "./predicates.ts";
import type { Scope } from "../scope.ts";
import type { Translation } from "../translation.ts";
import { carry, withType, type Typed } from "../typed.ts";
import { longestText } from "../../regex/ready-pattern.ts";
import { regexMatch } from "../../regex/regex-functions.ts";
import { binary, engine, group, literal } from "../../sql/tree.ts";
import { BOOLEAN, isText, VARCHAR } from "../../types/type.ts";

const LIKE_FAULT = "Escape character must be followed by '%', '_' or the escape character itself";

/** Whether each escape is followed by what can be escaped. */
function isEscaped(pattern: string, mark: string): boolean {
  const rest = pattern.split(mark + mark).join("");
  return rest
    .split(mark)
    .slice(1)
    .every((after) => /^[%_]/.test(after));
}

export function analyzeLike(t: Translation, expr: ExprOf<"like">, scope: Scope): Typed {
  const text = (part: Expr): Typed => {
    const value = t.expression(part, scope);
    if (!isText(value.type) && value.type.kind !== "unknown" && !t.hive)
      return t.mismatch(`LIKE needs varchar, not ${t.typeName(value.type)}`, part.pos);
    return coerce(t, value, VARCHAR, part.pos);
  };
  const arg = text(expr.arg);
  const patternText = text(expr.pattern);
  const isPlain =
    expr.regex ||
    expr.escape !== null ||
    (typeof patternText.constant === "string" && !patternText.constant.includes("\\"));
  const pattern =
    t.hive && !isPlain ? withType(engine`~hive_like(${patternText.sql})`, VARCHAR, patternText) : patternText;
  if (expr.regex)
    return withType(withNot(expr.not, regexMatch(t, arg, pattern, expr.pattern.pos)), BOOLEAN, arg, pattern);
  const escape = expr.escape === null ? null : text(expr.escape);
  if (escape?.constant === null) return withType(engine`CAST(NULL AS BOOLEAN)`, BOOLEAN, arg, pattern);
  if (escape !== null && typeof escape.constant !== "string")
    return t.unsupported("a LIKE escape that is not a literal", expr.escape!.pos);
  if (escape !== null && [...(escape.constant as string)].length !== 1)
    t.invalid("the LIKE escape must be one character", expr.escape!.pos);
  const character = escape === null ? (t.hive ? literal("\\") : null) : escape.sql;
  if (
    !t.hive &&
    escape !== null &&
    typeof pattern.constant === "string" &&
    !isEscaped(pattern.constant, escape.constant as string)
  ) {
    const fail = (): never => t.invalid(LIKE_FAULT, expr.pattern.pos);
    return carry(t.attempt(fail, BOOLEAN, expr.pattern.pos), arg, pattern);
  }
  if (character !== null && typeof pattern.constant !== "string") {
    const fault = t.failing(LIKE_FAULT, expr.pattern.pos, BOOLEAN);
    return writeBound([arg, pattern], ([text, like]) => {
      const likeMatch = engine`~like_escape(${text!.sql}, ${like!.sql}, ${character})`;
      const checked = t.hive
        ? likeMatch
        : engine`CASE WHEN ~is_escaped(${like!.sql}, ${character}) OR ${text!.sql} IS NULL THEN ${likeMatch} ELSE ${fault} END`;
      return withType(withNot(expr.not, checked), BOOLEAN, text!, like!);
    });
  }
  if (typeof pattern.constant !== "string")
    return writeBound([arg, pattern], ([text, like]) =>
      withType(withNot(expr.not, engine`~like_of(${text!.sql}, ${like!.sql})`), BOOLEAN, text!, like!),
    );
  const mark = t.hive && escape === null ? "\\" : ((escape?.constant ?? null) as string | null);
  const isEscaping = mark !== null && pattern.constant.includes(mark);
  const regex = isEscaping || pattern.constant.includes("_") ? likeRegex(pattern.constant, mark) : null;
  if (regex !== null) {
    const longest = longestText(pattern.constant.match(/[%_]/g)?.length ?? 0);
    const matched = longest === null ? arg.sql : engine`~matched_text(${arg.sql}, ${longest})`;
    return withType(
      withNot(expr.not, engine`regexp_full_match(${matched}, ${literal(regex)})`),
      BOOLEAN,
      arg,
      pattern,
    );
  }
  const escaped = isEscaping ? engine`${pattern.sql} ESCAPE ${character!}` : pattern.sql;
  return withType(group(binary(expr.not ? "NOT LIKE" : "LIKE", arg.sql, escaped)), BOOLEAN, arg, pattern);
}

/**
 * The regular expression of a LIKE pattern with several % inside, whose lengths the engine would try one with each of the others: that takes
 * seconds for 150 letters and four of them. Null for others.
 */
function likeRegex(pattern: string, mark: string | null): string | null {
  const characters = [...pattern];
  const parts: string[] = [];
  for (let i = 0; i < characters.length; i++) {
    const isEscaped = characters[i] === mark && i + 1 < characters.length;
    const one = characters[isEscaped ? ++i : i]!;
    if (one === "%" && !isEscaped) {
      if (parts.at(-1) !== ANY) parts.push(ANY);
    } else if (one === "_" && !isEscaped) parts.push(".");
    else parts.push(one === "\0" ? "\\x00" : /[!-/:-@[-^`{-~]/.test(one) ? `\\${one}` : one);
  }
  const inner = parts.filter((part, i) => part === ANY && i < parts.length - 1);
  return inner.length > 1 ? `(?s)${parts.join("")}` : null;
}

const ANY = ".*";
