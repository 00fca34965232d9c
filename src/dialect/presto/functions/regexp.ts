import { family, type CallContext } from "../../functions/function-table.ts";
import { regexExtract, regexExtractAll, regexMatch, regexSplit } from "../../regex/regex-functions.ts";
import { forScript } from "../../regex/ready-pattern.ts";
import { regexReplace } from "../../regex/regex-replace.ts";
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
  const { detail: parameters, parts: [body] } = c.args[2]!.sql as Lambda; // prettier-ignore
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

const countMatches = (c: CallContext) => engine`CAST(len(${extractAll(c)}) AS BIGINT)`;

const split = (c: CallContext) => regexSplit(c.t, c.args[0]!, c.args[1]!, c.pos);

export const regexp = family("functions/regexp")`
regexp_count(string, pattern) → bigint | number of matches | regexp_count('a12b3', '[0-9]+') --> 2
  (varchar, varchar) -> bigint = ${countMatches}
regexp_extract(string, pattern[, group]) → varchar | first match, or a group of it | regexp_extract('a12b', '[0-9]+') --> "12"
  (varchar(x), varchar) -> varchar(x) | (varchar(x), varchar, bigint) -> varchar(x) = ${extract}
regexp_extract_all(string, pattern[, group]) → array | all matches | regexp_extract_all('a12b3', '[0-9]+') --> ["12","3"]
  (varchar(x), varchar) -> array(varchar(x)) = ${extractAll}
  (varchar(x), varchar, bigint) -> array(varchar(x)) = ${extractAll}
regexp_like(string, pattern) → boolean | whether the pattern is found in it | regexp_like('foobar', 'o+b') --> true
  (varchar, varchar) -> boolean = ${like}
regexp_position(string, pattern[, start[, n]]) → integer | position of the first or n-th match | regexp_position('abc', 'c') --> 3
  (varchar, varchar) -> integer | (varchar, varchar, bigint) -> integer | (varchar, varchar, bigint, bigint) -> integer = ${position}
regexp_replace(string, pattern[, replacement]) → varchar | matches replaced, by $1 and the like | regexp_replace('a1b22', '[0-9]+', '#') --> "a#b#"
  (varchar(x), varchar) -> varchar(x) | (varchar, varchar, varchar) -> varchar = ${replace}
  (varchar, varchar, (array(varchar)) => varchar) -> varchar = ${replaceWith}
regexp_split(string, pattern) → array | parts between matches | regexp_split('a1b2c', '[0-9]') --> ["a","b","c"]
  (varchar(x), varchar) -> array(varchar(x)) = ${split}
`;
