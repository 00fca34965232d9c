import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { masking } from "./masking.ts";
import { replaceText } from "../../functions/common-texts.ts";
import { type Typed, typed } from "../../analyze/typed.ts";
import type { Type } from "../../types/type.ts";
import { jsonObject } from "../json-object.ts";
import { regexExtract, regexMatch, regexReplace, regexSplit } from "../../regex/regex-functions.ts";
import { readGroups } from "../../regex/groups.ts";
import { call as callOf, engine, literal, type Sql, word } from "../../sql/tree.ts";

const one = (sql: string) => scalar("(varchar) -> varchar", sql);

/** A group of the first match (default 1): "" without a match, null if not participating; fails if the pattern lacks it. */
const extract = (c: CallContext): Sql => {
  const [text, pattern, group] = c.args as [Typed, Typed, Typed | undefined];
  const matches = regexMatch(c.t, text, pattern, c.pos);
  const wanted = group === undefined ? 1 : group.constant;
  if (typeof pattern.constant === "string" && typeof wanted === "number") {
    const groups = readGroups(pattern.constant, true).length;
    if (wanted < 0 || wanted > groups)
      return engine`(CASE WHEN ${matches} THEN ${c.failing(`No group ${wanted}`)} WHEN ${text.sql} IS NOT NULL THEN '' END)`;
  }
  const found = regexExtract(c.t, text, pattern, group ?? { sql: engine`1`, constant: 1 }, c.pos);
  return engine`(CASE WHEN ${matches} THEN ${found} WHEN ${text.sql} IS NOT NULL AND ${pattern.sql} IS NOT NULL THEN '' END)`;
};

/** The separator is a regular expression. */
const split = (c: CallContext): Sql => {
  const [text, pattern] = c.args as [Typed, Typed];
  return typeof pattern.constant === "string" && /^[^\\.[\](){}*+?^$|]+$/.test(pattern.constant)
    ? engine`string_split(${text.sql}, ${pattern.sql})`
    : regexSplit(c.t, text, pattern, c.pos);
};

const like = (c: CallContext): Typed =>
  typed(regexMatch(c.t, c.args[0]!, c.args[1]!, c.pos), { kind: "boolean" });

/** The engine's texts are UTF-8 only. */
const inUtf8 = (name: string) => (c: CallContext): Sql => {
  const set = c.args[1]!.constant;
  if (typeof set !== "string" || !/^utf-?8$/i.test(set))
    return c.t.unsupported(`${c.call.name} with a character set other than UTF-8`, c.pos);
  return callOf(name, [c.args[0]!.sql]);
}; // prettier-ignore

const substr = forms(
  scalar("(varchar, bigint) -> varchar", "~hive_substr_from($1, $2)"),
  scalar("(varchar, bigint, bigint) -> varchar", "~hive_substr($1, $2, $3)"),
);

const locate = forms(
  scalar("(varchar, varchar) -> integer", "CAST(strpos($2, $1) AS INTEGER)"),
  scalar("(varchar, varchar, bigint) -> integer", "CAST(~hive_locate($1, $2, $3) AS INTEGER)"),
);

const pad = (name: string) =>
  forms(
    scalar("(varchar, bigint, varchar) -> varchar", `(CASE WHEN $3 <> '' THEN ~${name}($1, $2, $3) END)`),
    scalar("(varchar, bigint) -> varchar", `~${name}($1, $2, ' ')`),
  );
/** Rounds a decimal half to even. */
function roundHalfEven(sql: Sql, scale: number, digits: number): Sql {
  if (digits >= scale) return sql;
  const unit = word(digits === 0 ? "1" : `0.${"0".repeat(digits - 1)}1`);
  const rounded = engine`round(${sql}, ${digits})`;
  return engine`(CASE WHEN abs(${sql} - ${rounded}) * 2 = ${unit} AND (${rounded} * ${10 ** digits}) % 2 <> 0 THEN ${rounded} - CAST(sign(${sql}) AS INTEGER) * ${unit} ELSE ${rounded} END)`;
}

/** Both separators are regular expressions. */
function textToMap(c: CallContext): Sql {
  const separator = (index: number, otherwise: string): string => {
    const given = c.args[index];
    if (given === undefined) return otherwise;
    const pattern = c.t.literalText(given, "str_to_map with a separator", c.pos);
    const plain = pattern.replace(/\\([^A-Za-z0-9])/g, "$1");
    if (/^(?:\\[^A-Za-z0-9]|[^\\.[\](){}*+?^$|])+$/.test(pattern)) return plain;
    return c.t.unsupported(`the pattern '${pattern}' as a separator of str_to_map`, c.pos);
  };
  const read = engine`~hive_str_to_map(${c.args[0]!.sql}, ${literal(separator(1, ","))}, ${literal(separator(2, ":"))})`;
  return engine`coalesce(${read}, map(CAST([] AS VARCHAR[]), CAST([] AS VARCHAR[])))`;
}

/** Groups digits by thousands; rounds half to even. */
function formatNumber(c: CallContext): Sql {
  const [value, digits] = c.args as [Typed, Typed];
  if (typeof digits.constant === "number" && digits.constant < 0)
    return c.t.invalid(
      `Argument 2 of function FORMAT_NUMBER must be >= 0, but "${digits.constant}" was found`,
      c.pos,
    );
  const scale = value.type.kind === "decimal" ? value.type.scale : 0;
  const count = scale === 0 ? 0 : digits.constant;
  if (value.type.kind === "double" || typeof count !== "number")
    return engine`~hive_format_number(CAST(${value.sql} AS DOUBLE), CAST(${digits.sql} AS INTEGER))`;
  const shown = Math.min(count, scale);
  const text = engine`CAST(abs(CAST(${roundHalfEven(value.sql, scale, shown)} AS DECIMAL(38,${shown}))) AS VARCHAR)`;
  const zeros =
    shown === 0 ? engine`~hive_zeros(${digits.sql})` : literal("0".repeat(Math.min(count, 340) - shown));
  return engine`~hive_grouped(${text} || ${zeros}, ${value.sql} < 0)`;
}

export const strings = family("LanguageManual UDF, String Functions", {
  ascii: scalar("(varchar) -> integer", "~hive_ascii($1)"),
  base64: forms(
    scalar("(varbinary) -> varchar", "base64($1)"),
    scalar("(varchar) -> varchar", "base64(encode($1))"),
  ),
  unbase64: scalar("(varchar) -> varbinary", "~hive_unbase64($1)"),
  // Hive looks at the sign of the number and of its low 16 bits.
  chr: scalar(
    "(bigint) -> varchar",
    "(CASE WHEN $1 < 0 OR $1 & 32768 <> 0 THEN '' ELSE chr(CAST($1 & 255 AS INTEGER)) END)",
  ),
  char_length: scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
  character_length: scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
  octet_length: scalar("(varchar) -> integer", "CAST(strlen($1) AS INTEGER)"),
  length: forms(
    scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
    scalar("(varbinary) -> integer", "CAST(octet_length($1) AS INTEGER)"),
  ),
  decode: scalar("(varbinary, varchar) -> varchar", inUtf8("decode")),
  encode: scalar("(varchar, varchar) -> varbinary", inUtf8("encode")),
  find_in_set: scalar(
    "(varchar, varchar) -> integer",
    "(CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN contains($1, ',') THEN 0 ELSE coalesce(list_position(string_split($2, ','), $1), 0) END)",
  ),
  format_number: forms(
    scalar("(bigint/decimal/double, bigint) -> varchar", formatNumber),
    scalar("(double, varchar) -> varchar", (c) => c.t.unsupported("format_number with a pattern", c.pos)),
  ),
  get_json_object: scalar("(varchar, varchar) -> varchar", jsonObject),
  initcap: one("~hive_initcap($1)"),
  instr: scalar(
    "(varchar, varchar) -> integer",
    "(CASE WHEN $1 = '' AND $2 IS NOT NULL THEN 0 ELSE CAST(strpos($1, $2) AS INTEGER) END)",
  ),
  lcase: one("lower($1)"),
  lower: one("lower($1)"),
  upper: one("upper(replace($1, 'ß', 'SS'))"),
  ucase: one("upper(replace($1, 'ß', 'SS'))"),
  levenshtein: scalar("(varchar, varchar) -> integer", "CAST(~levenshtein_of($1, $2) AS INTEGER)"),
  locate,
  position: locate,
  lpad: pad("lpad"),
  rpad: pad("rpad"),
  ltrim: one("ltrim($1, ' ')"),
  rtrim: one("rtrim($1, ' ')"),
  trim: one("trim($1, ' ')"),
  parse_url: forms(
    scalar("(varchar, varchar) -> varchar", "~hive_url_part($1, $2)"),
    scalar(
      "(varchar, varchar, varchar) -> varchar",
      "(CASE WHEN $2 = 'QUERY' THEN ~hive_url_query($1, $3) END)",
    ),
  ),
  quote: one("('''' || replace($1, '''', '\\''') || '''')"),
  mask: masking("mask", (text, _, masked) => masked(text)),
  mask_first_n: masking(
    "mask part",
    (text, n, masked) => engine`${masked(engine`left(${text}, ${n})`)} || substr(${text}, ${n} + 1)`,
  ),
  mask_hash: forms(
    scalar("(varchar) -> varchar", "sha256($1)"),
    scalar("(char(x)) -> varchar", ({ args: [value] }) => {
      const { length } = value!.type as Extract<Type, { kind: "char" }>;
      return engine`sha256(rpad(${value!.sql}, ${length}, ' '))`;
    }),
    scalar("(T) -> T", "CAST(NULL AS $R)"),
  ),
  mask_last_n: masking(
    "mask part",
    (text, n, masked) =>
      engine`left(${text}, greatest(length(${text}) - ${n}, 0)) || ${masked(engine`right(${text}, ${n})`)}`,
  ),
  mask_show_first_n: masking(
    "mask part",
    (text, n, masked) => engine`left(${text}, ${n}) || ${masked(engine`substr(${text}, ${n} + 1)`)}`,
  ),
  mask_show_last_n: masking(
    "mask part",
    (text, n, masked) =>
      engine`${masked(engine`left(${text}, greatest(length(${text}) - ${n}, 0))`)} || right(${text}, ${n})`,
  ),
  regexp: scalar("(varchar, varchar) -> boolean", like),
  rlike: scalar("(varchar, varchar) -> boolean", like),
  regexp_extract: scalar("(varchar, varchar) -> varchar | (varchar, varchar, bigint) -> varchar", extract),
  regexp_replace: scalar("(varchar, varchar, varchar) -> varchar", (c) =>
    regexReplace(c.t, c.args[0]!, c.args[1]!, c.args[2]!, c.pos),
  ),
  repeat: scalar(
    "(varchar, bigint) -> varchar",
    "repeat($1, ~text_size(CASE WHEN $2 < 0 THEN 0 ELSE $2 END * length($1)) // greatest(length($1), 1))",
  ),
  replace: scalar("(varchar, varchar, varchar) -> varchar", replaceText),
  reverse: one("~reversed($1)"),
  // Null for texts with non-ASCII letters.
  soundex: one(
    "(CASE WHEN NOT regexp_matches(regexp_replace($1, '[\\x00-\\x7F]', '', 'g'), '\\pL') THEN ~soundex($1) END)",
  ),
  space: scalar("(bigint) -> varchar", "repeat(' ', ~text_size(CASE WHEN $1 < 0 THEN 0 ELSE $1 END))"),
  split: scalar("(varchar, varchar) -> array(varchar)", split),
  str_to_map: scalar(
    "(varchar) -> map(varchar, varchar) | (varchar, varchar) -> map(varchar, varchar) | (varchar, varchar, varchar) -> map(varchar, varchar)",
    textToMap,
  ),
  substr,
  substring: substr,
  mid: substr,
  substring_index: scalar("(varchar, varchar, bigint) -> varchar", "~hive_substring_index($1, $2, $3)"),
  translate: scalar("(varchar, varchar, varchar) -> varchar", "translate($1, $2, $3)"),
  md5: scalar("(varchar) -> varchar", "md5($1)"),
  sha1: scalar("(varchar) -> varchar", "sha1($1)"),
  sha: scalar("(varchar) -> varchar", "sha1($1)"),
  sha2: scalar("(varchar, bigint) -> varchar", (c) =>
    c.args[1]!.constant === 256 || c.args[1]!.constant === 0
      ? engine`sha256(${c.args[0]!.sql})`
      : [1, 224, 384, 512].includes(Number(c.args[1]!.constant))
        ? engine`lower(hex(svc_digest('sha' || ${c.args[1]!.sql}, encode(${c.args[0]!.sql}))))`
        : c.args[1]!.constant !== undefined
          ? engine`CAST(NULL AS VARCHAR)`
          : c.t.unsupported("sha2 with a length that is not a literal", c.pos),
  ),
  crc32: scalar("(varchar) -> bigint", "svc_crc32(encode($1))"),
});
