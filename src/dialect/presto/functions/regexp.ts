import { family, forms, scalar } from "../../functions/function-table.ts";
import type { CallContext } from "../../functions/function-table.ts";
import { lambdaParts } from "../../functions/lambda-parts.ts";
import {
  regexExtract,
  regexExtractAll,
  regexMatch,
  regexReplace,
  regexSplit,
  forScript,
} from "../../regex/regex-functions.ts";
import { textLiteral } from "../../position-marks.ts";

const text = (value: string): CallContext["args"][0] => ({
  sql: textLiteral(value),
  type: { kind: "varchar", length: null },
  constant: value,
});

const extract = (c: CallContext): string => regexExtract(c.t, c.args[0]!, c.args[1]!, c.args[2], c.pos);
const extractAll = (c: CallContext): string => regexExtractAll(c.t, c.args[0]!, c.args[1]!, c.args[2], c.pos);
const replace = (c: CallContext): string =>
  regexReplace(c.t, c.args[0]!, c.args[1]!, c.args[2] ?? text(""), c.pos);
const like = (c: CallContext): string => regexMatch(c.t, c.args[0]!, c.args[1]!, c.pos);

/**
 * With a lambda: the script engine cuts the text into what stands before each match and the match's groups; the rest is text of the engine.
 */
const replaceWith = (c: CallContext): string => {
  const { names, body } = lambdaParts(c.args[2]!.sql);
  const { sql } = forScript(c.t, c.args[1]!, c.pos);
  const groups = names[0]!;
  return `array_to_string(list_transform(svc_regex_pieces(${c.args[0]!.sql}, ${sql}), lambda piece: list_transform([piece[2:]], lambda ${groups}: piece[1] || CASE WHEN len(${groups}) = 0 THEN '' ELSE ${body} END)[1]), '')`;
};

export const regexp = family("functions/regexp", {
  regexp_count: scalar("(varchar, varchar) -> bigint", (c) => `CAST(len(${extractAll(c)}) AS BIGINT)`),
  regexp_extract: forms(
    scalar("(varchar(x), varchar) -> varchar(x)", extract),
    scalar("(varchar(x), varchar, bigint) -> varchar(x)", extract),
  ),
  regexp_extract_all: forms(
    scalar("(varchar(x), varchar) -> array(varchar(x))", extractAll),
    scalar("(varchar(x), varchar, bigint) -> array(varchar(x))", extractAll),
  ),
  regexp_like: scalar("(varchar, varchar) -> boolean", like),
  regexp_position: forms(
    scalar(
      "(varchar, varchar) -> integer",
      (c) => `svc_regex_position(${c.args.map((arg) => arg.sql).join(", ")}, 1, 1)`,
    ),
    scalar(
      "(varchar, varchar, bigint) -> integer",
      (c) =>
        `svc_regex_position(${c.args[0]!.sql}, ${c.args[1]!.sql}, CAST(${c.args[2]!.sql} AS INTEGER), 1)`,
    ),
    scalar(
      "(varchar, varchar, bigint, bigint) -> integer",
      (c) =>
        `svc_regex_position(${c.args[0]!.sql}, ${c.args[1]!.sql}, CAST(${c.args[2]!.sql} AS INTEGER), CAST(${c.args[3]!.sql} AS INTEGER))`,
    ),
  ),
  regexp_replace: forms(
    scalar("(varchar(x), varchar) -> varchar(x)", replace),
    scalar("(varchar, varchar, varchar) -> varchar", replace),
    scalar("(varchar, varchar, (array(varchar)) => varchar) -> varchar", replaceWith),
  ),
  regexp_split: scalar("(varchar(x), varchar) -> array(varchar(x))", (c) =>
    regexSplit(c.t, c.args[0]!, c.args[1]!, c.pos),
  ),
});
