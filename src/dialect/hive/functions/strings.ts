import { engineType } from "../../types/engine-type.ts";
import { type CallContext, family, forms, scalar } from "../../functions/function-table.ts";
import { masking } from "./masking.ts";
import { replaceText } from "../../functions/common-texts.ts";
import { type Typed, withType } from "../../analyze/typed.ts";
import { type Type, decimal } from "../../types/type.ts";
import { jsonObject } from "../json-object.ts";
import { regexExtract, regexMatch, regexSplit } from "../../regex/regex-functions.ts";
import { regexReplace } from "../../regex/regex-replace.ts";
import { readGroups } from "../../regex/groups.ts";
import { constant, call as callOf, engine, literal, type Sql } from "../../sql/tree.ts";

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
  const match = regexExtract(c.t, text, pattern, group ?? { sql: engine`1`, constant: 1 }, c.pos);
  return engine`(CASE WHEN ${matches} THEN ${match} WHEN ${text.sql} IS NOT NULL AND ${pattern.sql} IS NOT NULL THEN '' END)`;
};

/** The separator is a regular expression. */
const split = (c: CallContext): Sql => {
  const [text, pattern] = c.args as [Typed, Typed];
  return typeof pattern.constant === "string" && /^[^\\.[\](){}*+?^$|]+$/.test(pattern.constant)
    ? engine`string_split(${text.sql}, ${pattern.sql})`
    : regexSplit(c.t, text, pattern, c.pos);
};

const like = (c: CallContext): Typed =>
  withType(regexMatch(c.t, c.args[0]!, c.args[1]!, c.pos), { kind: "boolean" });

/** The engine's texts are UTF-8 only. */
const inUtf8 =
  (name: string) =>
  (c: CallContext): Sql => {
    const set = c.args[1]!.constant;
    if (typeof set !== "string" || !/^utf-?8$/i.test(set))
      return c.t.unsupported(`${c.call.name} with a character set other than UTF-8`, c.pos);
    return callOf(name, [c.args[0]!.sql]);
  };

const pad = (name: string) =>
  forms(
    scalar("(varchar, bigint, varchar) -> varchar", `(CASE WHEN $3 <> '' THEN ~${name}($1, $2, $3) END)`),
    scalar("(varchar, bigint) -> varchar", `~${name}($1, $2, ' ')`),
  );
/** Rounds a decimal half to even. */
function roundHalfEven(sql: Sql, scale: number, digits: number): Sql {
  if (digits >= scale) return sql;
  const unit = constant(digits === 0 ? "1" : `0.${"0".repeat(digits - 1)}1`);
  const rounded = engine`round(${sql}, ${digits})`;
  return engine`(CASE WHEN abs(${sql} - ${rounded}) * 2 = ${unit} AND (${rounded} * ${10 ** digits}) % 2 <> 0 THEN ${rounded} - CAST(sign(${sql}) AS INTEGER) * ${unit} ELSE ${rounded} END)`;
}

/** Both separators are regular expressions. */
function textToMap(c: CallContext): Sql {
  const separator = (index: number, otherwise: string): string => {
    const argument = c.args[index];
    if (argument === undefined) return otherwise;
    const pattern = c.t.literalText(argument, "str_to_map with a separator", c.pos);
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
  const decimals = Math.min(count, scale);
  const text = engine`CAST(abs(CAST(${roundHalfEven(value.sql, scale, decimals)} AS ${engineType(decimal(38, decimals))})) AS VARCHAR)`;
  const zeros =
    decimals === 0
      ? engine`~hive_zeros(${digits.sql})`
      : literal("0".repeat(Math.min(count, 340) - decimals));
  return engine`~hive_grouped(${text} || ${zeros}, ${value.sql} < 0)`;
}

const refusePattern = (c: CallContext) => c.t.unsupported("format_number with a pattern", c.pos);

const hashOfChar = ({ args: [value] }: CallContext) => {
  const { length } = value!.type as Extract<Type, { kind: "char" }>;
  return engine`sha256(rpad(${value!.sql}, ${length}, ' '))`;
};

const replaceMatches = (c: CallContext) => regexReplace(c.t, c.args[0]!, c.args[1]!, c.args[2]!, c.pos);

const longHash = (c: CallContext) =>
  c.args[1]!.constant === 256 || c.args[1]!.constant === 0
    ? engine`sha256(${c.args[0]!.sql})`
    : [1, 224, 384, 512].includes(Number(c.args[1]!.constant))
      ? engine`lower(hex(svc_digest('sha' || ${c.args[1]!.sql}, encode(${c.args[0]!.sql}))))`
      : c.args[1]!.constant !== undefined
        ? engine`CAST(NULL AS VARCHAR)`
        : c.t.unsupported("sha2 with a length that is not a literal", c.pos);

const maskFirst = masking(
  "mask part",
  (text, n, masked) => engine`${masked(engine`left(${text}, ${n})`)} || substr(${text}, ${n} + 1)`,
);
const maskLast = masking(
  "mask part",
  (text, n, masked) =>
    engine`left(${text}, greatest(length(${text}) - ${n}, 0)) || ${masked(engine`right(${text}, ${n})`)}`,
);
const maskAfterFirst = masking(
  "mask part",
  (text, n, masked) => engine`left(${text}, ${n}) || ${masked(engine`substr(${text}, ${n} + 1)`)}`,
);
const maskBeforeLast = masking(
  "mask part",
  (text, n, masked) =>
    engine`${masked(engine`left(${text}, greatest(length(${text}) - ${n}, 0))`)} || right(${text}, ${n})`,
);

export const strings = family("LanguageManual UDF, String Functions")`
ascii(string) → int | code of the first character | ascii('A') --> 65
  (varchar) -> integer = ~hive_ascii($1)
base64(binary) → string | encoded | base64(encode('abc', 'UTF-8')) --> "YWJj"
  (varbinary) -> varchar = base64($1)
  (varchar) -> varchar = base64(encode($1))
unbase64(string) → binary | decoded | unbase64('YWJj') --> "0x616263"
  (varchar) -> varbinary = ~hive_unbase64($1)
-- Hive looks at the sign of the number and of its low 16 bits.
chr(n) → string | the character with that code | chr(65) --> "A"
  (bigint) -> varchar = (CASE WHEN $1 < 0 OR $1 & 32768 <> 0 THEN '' ELSE chr(CAST($1 & 255 AS INTEGER)) END)
char_length, character_length(string) → int | number of characters | char_length('abc') --> 3
  (varchar) -> integer = CAST(length($1) AS INTEGER)
octet_length(string) → int | number of bytes | octet_length('日本') --> 6
  (varchar) -> integer = CAST(strlen($1) AS INTEGER)
length(string) → int | number of characters | length('abc') --> 3
  (varchar) -> integer = CAST(length($1) AS INTEGER)
  (varbinary) -> integer = CAST(octet_length($1) AS INTEGER)
decode(binary, charset) → string | bytes as text | decode(unbase64('YWJj'),'UTF-8') --> "abc"
  (varbinary, varchar) -> varchar = ${inUtf8("decode")}
encode(string, charset) → binary | text as bytes | encode('abc', 'UTF-8') --> "0x616263"
  (varchar, varchar) -> varbinary = ${inUtf8("encode")}
find_in_set(string, list) → int | position in a comma-separated list | find_in_set('b', 'a,b') --> 2
  (varchar, varchar) -> integer = (CASE WHEN $1 IS NULL OR $2 IS NULL THEN NULL WHEN contains($1, ',') THEN 0 ELSE coalesce(list_position(string_split($2, ','), $1), 0) END)
format_number(x, d) → string | with thousands separators and d decimals | format_number(1234.567, 2) --> "1,234.57"
  (bigint/decimal/double, bigint) -> varchar = ${formatNumber}
  (double, varchar) -> varchar = ${refusePattern}
get_json_object(json, path) → string | the value at a path such as $.a[0] | get_json_object('{"a":1}', '$.a') --> "1"
  (varchar, varchar) -> varchar = ${jsonObject}
initcap(string) → string | every word capitalised | initcap('hello world') --> "Hello World"
  (varchar) -> varchar = ~hive_initcap($1)
instr(string, substring) → int | first position, from 1; 0 when it is not there | instr('abc', 'c') --> 3
  (varchar, varchar) -> integer = (CASE WHEN $1 = '' AND $2 IS NOT NULL THEN 0 ELSE CAST(strpos($1, $2) AS INTEGER) END)
lower, lcase(string) → varchar | in lower case | lower('AbC') --> "abc"
  (varchar) -> varchar = lower($1)
upper, ucase(string) → varchar | in upper case | upper('abc') --> "ABC"
  (varchar) -> varchar = upper(replace($1, 'ß', 'SS'))
levenshtein(x, y) → int | number of edits between two texts | levenshtein('kitten', 'sitting') --> 3
  (varchar, varchar) -> integer = CAST(~levenshtein_of($1, $2, fail(EXCEEDED_LIMIT, 'the texts of levenshtein are too long: the product of their lengths is at most a million', VARCHAR)) AS INTEGER)
locate, position(substring, string[, start]) → int | first position, from 1; 0 when it is not there | locate('b', 'abc') --> 2
  (varchar, varchar) -> integer = CAST(strpos($2, $1) AS INTEGER)
  (varchar, varchar, bigint) -> integer = CAST(~hive_locate($1, $2, $3) AS INTEGER)
lpad(string, size[, padding]) → varchar | filled up on the left | lpad('5', 3, '0') --> "005"
  ${pad("lpad")}
rpad(string, size[, padding]) → varchar | filled up on the right | rpad('hi', 4, '?') --> "hi??"
  ${pad("rpad")}
ltrim(string) → varchar | without blanks on the left | ltrim('  a ') --> "a "
  (varchar) -> varchar = ltrim($1, ' ')
rtrim(string) → varchar | without blanks on the right | rtrim(' a  ') --> " a"
  (varchar) -> varchar = rtrim($1, ' ')
trim(string) → varchar | without blanks at both ends | trim(' a ') --> "a"
  (varchar) -> varchar = trim($1, ' ')
parse_url(url, part[, key]) → string | a part such as HOST, PATH or QUERY | parse_url('http://h.com/p?k=v', 'QUERY', 'k') --> "v"
  (varchar, varchar) -> varchar = ~hive_url_part($1, $2)
  (varchar, varchar, varchar) -> varchar = (CASE WHEN $2 = 'QUERY' THEN ~hive_url_query($1, $3) END)
quote(string) → string | in quotes, with escapes | quote('a') --> "'a'"
  (varchar) -> varchar = ('''' || replace($1, '''', '\''') || '''')
mask(value[, upper, lower, digit, other, number, day, month, year]) → value | letters and digits replaced: by X, x and n; -1 keeps them | mask('ab12') --> "xxnn"
  ${masking("mask", (text, _, masked) => masked(text))}
mask_first_n(value[, n[, upper, lower, digit, other, number, day, month, year]]) → value | the first n characters masked | mask_first_n('ab12', 2) --> "xx12"
  ${maskFirst}
mask_hash(string) → string | SHA-256 in hexadecimal digits; null for other types | mask_hash('ABC') --> "b5d4045c3f466fa91fe2cc6abe79232a1a57cdf104f7a26e716e0a1e2789df78"
  (varchar) -> varchar = sha256($1)
  (char(x)) -> varchar = ${hashOfChar}
  (T) -> T = CAST(NULL AS $R)
mask_last_n(value[, n[, upper, lower, digit, other, number, day, month, year]]) → value | the last n characters masked | mask_last_n('ab12', 2) --> "abnn"
  ${maskLast}
mask_show_first_n(value[, n[, upper, lower, digit, other, number, day, month, year]]) → value | all but the first n characters masked | mask_show_first_n('ab12', 2) --> "abnn"
  ${maskAfterFirst}
mask_show_last_n(value[, n[, upper, lower, digit, other, number, day, month, year]]) → value | all but the last n characters masked | mask_show_last_n('ab12', 2) --> "xx12"
  ${maskBeforeLast}
regexp, rlike(string, pattern) → boolean | whether the pattern is found in it | regexp('foobar', 'o+b') --> true
  (varchar, varchar) -> boolean = ${like}
regexp_extract(string, pattern[, group]) → string | a group of the first match | regexp_extract('a12b', '([0-9]+)', 1) --> "12"
  (varchar, varchar) -> varchar | (varchar, varchar, bigint) -> varchar = ${extract}
regexp_replace(string, pattern, replacement) → string | matches replaced | regexp_replace('a1b22', '[0-9]+', '#') --> "a#b#"
  (varchar, varchar, varchar) -> varchar = ${replaceMatches}
repeat(string, n) → string | the text so many times | repeat('ab', 2) --> "abab"
  (varchar, bigint) -> varchar = repeat($1, ~text_size(CASE WHEN $2 < 0 THEN 0 ELSE $2 END * length($1)) // greatest(length($1), 1))
replace(string, search, replacement) → string | all occurrences replaced | replace('abc', 'b', 'x') --> "axc"
  (varchar, varchar, varchar) -> varchar = ${replaceText}
reverse(string) → string | backwards | reverse('abc') --> "cba"
  (varchar) -> varchar = ~reversed($1)
-- Null for texts with non-ASCII letters.
soundex(string) → varchar | its Soundex code | soundex('Robert') --> "R163"
  (varchar) -> varchar = (CASE WHEN NOT regexp_matches(regexp_replace($1, '[\x00-\x7F]', '', 'g'), '\pL') THEN ~soundex($1) END)
space(n) → string | so many blanks | space(2) --> "  "
  (bigint) -> varchar = repeat(' ', ~text_size(CASE WHEN $1 < 0 THEN 0 ELSE $1 END))
split(string, pattern) → array | parts between matches of a regular expression | split('a,b', ',') --> ["a","b"]
  (varchar, varchar) -> array(varchar) = ${split}
str_to_map(string[, entries[, keys]]) → map | pairs of a text | str_to_map('a:1,b:2') --> {"a":"1","b":"2"}
  (varchar) -> map(varchar, varchar) | (varchar, varchar) -> map(varchar, varchar) | (varchar, varchar, varchar) -> map(varchar, varchar) = ${textToMap}
substr, substring, mid(string, start[, length]) → varchar | a part, from 1; negative: from the end | substr('foobar', 4, 3) --> "bar"
  (varchar, bigint) -> varchar = ~hive_substr_from($1, $2)
  (varchar, bigint, bigint) -> varchar = ~hive_substr($1, $2, $3)
substring_index(string, delimiter, count) → string | what stands before the n-th delimiter | substring_index('a.b.c', '.', 2) --> "a.b"
  (varchar, varchar, bigint) -> varchar = ~hive_substring_index($1, $2, $3)
translate(string, from, to) → varchar | characters replaced one by one | translate('abc', 'ab', 'x') --> "xc"
  (varchar, varchar, varchar) -> varchar = translate($1, $2, $3)
md5(x) → string | MD5 hash | md5('ABC') --> "902fbdd2b1df0c4f70b4a5d23525e932"
  (varchar) -> varchar = md5($1)
sha, sha1(x) → string | SHA-1 hash | sha('ABC') --> "3c01bdbb26f358bab27f267924aa2c9a03fcfdb8"
  (varchar) -> varchar = sha1($1)
sha2(x, bits) → string | SHA-2 hash | sha2('ABC', 224) --> "107c5072b799c4771f328304cfe1ebb375eb6ea7f35a3aa753836fad"
  (varchar, bigint) -> varchar = ${longHash}
crc32(x) → bigint | CRC-32 | crc32('ABC') --> 2743272264
  (varchar) -> bigint = svc_crc32(encode($1))
`;
