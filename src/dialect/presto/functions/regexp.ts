import { family, forms, scalar, type CallContext } from "../../functions/function-table.ts";
import {
  regexExtract,
  regexExtractAll,
  regexMatch,
  regexReplace,
  regexSplit,
  forScript,
} from "../../regex/regex-functions.ts";
import { engine, type Lambda, lambda, lambdaOf, literal, type Sql, type Variable } from "../../sql/tree.ts";

const text = (value: string): CallContext["args"][0] => ({
  sql: literal(value),
  type: { kind: "varchar", length: null },
  constant: value,
});

const extract = (c: CallContext): Sql => regexExtract(c.t, c.args[0]!, c.args[1]!, c.args[2], c.pos);
const extractAll = (c: CallContext): Sql => regexExtractAll(c.t, c.args[0]!, c.args[1]!, c.args[2], c.pos);
const replace = (c: CallContext): Sql =>
  regexReplace(c.t, c.args[0]!, c.args[1]!, c.args[2] ?? text(""), c.pos);
const position = ({ t, args: [text, pattern, ...places], pos }: CallContext): Sql => {
  const [start, nth] = [0, 1].map((i) =>
    places[i] === undefined ? engine`1` : engine`CAST(${places[i].sql} AS INTEGER)`,
  );
  return engine`svc_regex_position(${text!.sql}, ${forScript(t, pattern!, pos)}, ${start!}, ${nth!})`;
};

const like = (c: CallContext): Sql => regexMatch(c.t, c.args[0]!, c.args[1]!, c.pos);

/**
 * With a lambda: the script function splits the text into pieces, each the text before a match and its groups; the engine joins them.
 */
const replaceWith = (c: CallContext): Sql => {
  const { parameters, body } = c.args[2]!.sql as Lambda;
  const [groups] = parameters as readonly [Variable];
  const replaced = lambda((piece) => {
    const text = lambdaOf(
      [groups],
      engine`${piece}[1] || CASE WHEN len(${piece}) = 1 THEN '' ELSE ${body} END`,
    );
    return engine`list_transform([${piece}[3:]], ${text})[1]`;
  });
  // Null if any part is null.
  const joined = engine`lambda ps: CASE WHEN NOT ~list_has_null(ps) THEN array_to_string(ps, '') END`;
  return engine`list_transform([list_transform(svc_regex_pieces(${c.args[0]!.sql}, ${forScript(c.t, c.args[1]!, c.pos)}), ${replaced})], ${joined})[1]`;
};

export const regexp = family("functions/regexp", {
  regexp_count: scalar("(varchar, varchar) -> bigint", (c) => engine`CAST(len(${extractAll(c)}) AS BIGINT)`),
  regexp_extract: scalar(
    "(varchar(x), varchar) -> varchar(x) | (varchar(x), varchar, bigint) -> varchar(x)",
    extract,
  ),
  regexp_extract_all: forms(
    scalar("(varchar(x), varchar) -> array(varchar(x))", extractAll),
    scalar("(varchar(x), varchar, bigint) -> array(varchar(x))", extractAll),
  ),
  regexp_like: scalar("(varchar, varchar) -> boolean", like),
  regexp_position: scalar(
    "(varchar, varchar) -> integer | (varchar, varchar, bigint) -> integer | (varchar, varchar, bigint, bigint) -> integer",
    position,
  ),
  regexp_replace: forms(
    scalar("(varchar(x), varchar) -> varchar(x) | (varchar, varchar, varchar) -> varchar", replace),
    scalar("(varchar, varchar, (array(varchar)) => varchar) -> varchar", replaceWith),
  ),
  regexp_split: scalar("(varchar(x), varchar) -> array(varchar(x))", (c) =>
    regexSplit(c.t, c.args[0]!, c.args[1]!, c.pos),
  ),
});
