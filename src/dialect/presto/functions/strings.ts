import type { CallContext, FunctionForm } from "../../functions/function-table.ts";
import { sqlOf, typed, type Typed } from "../../analyze/typed.ts";
import { family, forms, scalar } from "../../functions/function-table.ts";
import { joinTexts, replaceText } from "../../functions/common-texts.ts";
import { commas, engine, type Sql } from "../../sql/tree.ts";

/** The error of split_to_map for a duplicate key. */
const failOnDuplicate = (c: CallContext): Sql => c.failing("Duplicate keys are not allowed");

/** The padding of a char is removed first. */
const trims = (name: string): FunctionForm[] =>
  forms(
    scalar("(varchar(x)) -> varchar(x)", `${name}($1, ~spaces())`),
    scalar("(varchar(x), varchar) -> varchar(x)", `${name}($1, $2)`),
    scalar("(char) -> varchar", `${name}(rtrim($1, ' '), ~spaces())`),
    scalar("(char, varchar) -> varchar", `rtrim(${name}(rtrim($1, ' '), $2), ' ')`),
  );

const pads = (name: string): FunctionForm[] =>
  forms(
    scalar("(varchar, bigint, varchar) -> varchar", `~${name}($1, $2, $3)`),
    scalar("(varbinary, bigint, varbinary) -> varbinary", `unhex(~${name}(hex($1), 2 * $2, hex($3)))`),
  );

const MAX_LENGTH = 2 ** 31 - 1;

/** For a positive start the engine's own function is equivalent and cheaper. */
const part = (c: CallContext): Sql => {
  const [text, start, count] = c.args as [Typed, Typed, Typed];
  const plain =
    typeof start.constant === "number" &&
    start.constant > 0 &&
    start.constant <= MAX_LENGTH &&
    typeof count.constant === "number" &&
    count.constant >= 0;
  return plain
    ? engine`substring(${text.sql}, ${start.constant}, ${Math.min(count.constant, MAX_LENGTH)})`
    : engine`~substr_part(${text.sql}, ${start.sql}, ${count.sql})`;
};

export const strings = family("functions/string", {
  chr: scalar("(bigint) -> varchar", (c) =>
    typed(engine`chr(CAST(${c.args[0]!.sql} AS INTEGER))`, { kind: "varchar", length: 1 }),
  ),
  codepoint: scalar(
    "(varchar) -> integer",
    "(CASE WHEN length($1) <> 1 THEN CAST('svc!INVALID_FUNCTION_ARGUMENT!Input string must be a single character string' AS INTEGER) ELSE unicode($1) END)",
  ),
  concat_ws: forms(
    scalar(
      "(varchar, array(varchar)) -> varchar",
      (c) =>
        engine`(CASE WHEN ${c.args[0]!.sql} IS NOT NULL AND ${c.args[1]!.sql} IS NOT NULL THEN coalesce(${joinTexts(c.args[1]!.sql, c.args[0]!)}, '') END)`,
    ),
    scalar(
      "(varchar, varchar...) -> varchar",
      (c) =>
        engine`(CASE WHEN ${c.args[0]!.sql} IS NULL THEN NULL ELSE concat_ws(${commas(sqlOf(c.args))}) END)`,
    ),
  ),
  hamming_distance: scalar("(varchar, varchar) -> bigint", "CAST(~hamming_of($1, $2) AS BIGINT)"),
  length: forms(
    scalar("(varchar) -> bigint", "length($1)"),
    scalar("(varbinary) -> bigint", "octet_length($1)"),
  ),
  levenshtein_distance: scalar("(varchar, varchar) -> bigint", "~levenshtein_of($1, $2)"),
  lower: scalar("(varchar(x)) -> varchar(x) | (char(x)) -> char(x)", "lower($1)"),
  upper: scalar("(varchar(x)) -> varchar(x) | (char(x)) -> char(x)", "~upper_text($1)"),
  lpad: pads("lpad"),
  rpad: pads("rpad"),
  ltrim: trims("ltrim"),
  rtrim: trims("rtrim"),
  trim: trims("trim"),
  luhn_check: scalar("(varchar) -> boolean", "~luhn_check($1)"),
  replace: forms(
    scalar("(varchar(x), varchar) -> varchar(x)", "replace($1, $2, '')"),
    scalar("(varchar, varchar, varchar) -> varchar", replaceText),
  ),
  reverse: forms(
    scalar("(varchar(x)) -> varchar(x) | (char(x)) -> char(x)", "~reversed($1)"),
    scalar("(array(T)) -> array(T)", "list_reverse($1)"),
    scalar("(varbinary) -> varbinary", "unhex(~reverse_hex(hex($1)))"),
  ),
  soundex: scalar("(varchar) -> varchar", "~soundex($1)"),
  split: forms(
    scalar("(varchar(x), varchar) -> array(varchar(x))", "~split_text($1, $2)"),
    scalar("(varchar(x), varchar, bigint) -> array(varchar(x))", "~split_limited($1, $2, $3)"),
  ),
  split_part: scalar("(varchar(x), varchar, bigint) -> varchar(x)", (c) => {
    const failure = c.failing("Index must be greater than zero", engine`VARCHAR`);
    // With an empty delimiter an empty text has no parts, and with none no text has.
    const text =
      (c.args[1]!.constant ?? "") === ""
        ? engine`CASE WHEN ${c.args[1]!.sql} <> '' OR (${c.args[1]!.sql} = '' AND ${c.args[0]!.sql} <> '') THEN ${c.args[0]!.sql} END`
        : c.args[0]!.sql;
    const part = engine`string_split(${text}, ${c.args[1]!.sql})[${c.args[2]!.sql}]`;
    return typeof c.args[2]!.constant === "number" && c.args[2]!.constant > 0
      ? part
      : engine`(CASE WHEN ${c.args[2]!.sql} < 1 THEN ${failure} ELSE ${part} END)`;
  }),
  split_to_map: scalar(
    "(varchar, varchar, varchar) -> map(varchar, varchar)",
    (c) => engine`~split_to_map(${commas(sqlOf(c.args))}, ${failOnDuplicate(c)})`,
  ),
  split_to_multimap: scalar(
    "(varchar, varchar, varchar) -> map(varchar, array(varchar))",
    "~split_to_multimap($1, $2, $3)",
  ),
  position: scalar("(varchar, varchar) -> bigint", "strpos($2, $1)"),
  strpos: forms(
    scalar("(varchar, varchar) -> bigint", "strpos($1, $2)"),
    scalar("(varchar, varchar, bigint) -> bigint", "~strpos_nth($1, $2, $3)"),
  ),
  starts_with: scalar("(varchar, varchar) -> boolean", "starts_with($1, $2)"),
  ends_with: scalar("(varchar, varchar) -> boolean", "ends_with($1, $2)"),
  substr: forms(
    scalar("(varchar(x), bigint) -> varchar(x)", "~substr_from($1, $2)"),
    scalar("(varchar(x), bigint, bigint) -> varchar(x)", part),
    scalar("(varbinary, bigint) -> varbinary", "unhex(~substr_from(hex($1), ~byte_place($2)))"),
    scalar(
      "(varbinary, bigint, bigint) -> varbinary",
      "unhex(~substr_part(hex($1), ~byte_place($2), ~digits_of($3)))",
    ),
  ),
  substring: forms(
    scalar("(varchar(x), bigint) -> varchar(x)", "~substr_from($1, $2)"),
    scalar("(varchar(x), bigint, bigint) -> varchar(x)", part),
  ),
  translate: scalar("(varchar, varchar, varchar) -> varchar", "translate($1, $2, $3)"),
  normalize: forms(
    scalar("(varchar) -> varchar", "nfc_normalize($1)"),
    scalar("(varchar, varchar) -> varchar", (c) => {
      const [text, form] = c.args as [Typed, Typed];
      if (typeof form.constant === "string" && !/^NFK?[CD]$/.test(form.constant))
        c.t.invalid("Normalization form must be one of NFD, NFC, NFKD, NFKC", c.pos);
      return engine`svc_normalize(${text.sql}, ${form.sql})`;
    }),
  ),
  to_utf8: scalar("(varchar) -> varbinary", "encode($1)"),
  from_utf8: forms(
    scalar("(varbinary) -> varchar", "svc_from_utf8($1, '\ufffd')"),
    scalar(
      "(varbinary, varchar) -> varchar",
      "svc_from_utf8($1, CASE WHEN length($2) > 1 THEN CAST(CAST('svc!INVALID_FUNCTION_ARGUMENT!Replacement character string must be empty or a single character' AS BIGINT) AS VARCHAR) ELSE $2 END)",
    ),
    scalar("(varbinary, bigint) -> varchar", "svc_from_utf8_by($1, $2)"),
  ),
  format_number: scalar("(double) -> varchar", "svc_format_number(trunc($1))"),
});
