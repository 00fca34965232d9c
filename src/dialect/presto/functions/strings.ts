import { VARCHAR } from "../../types/type.ts";
import type { CallContext, FunctionForm } from "../../functions/function-table.ts";
import { sqlOf, withType, type Typed } from "../../analyze/typed.ts";
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

const character = (c: CallContext) =>
  withType(engine`chr(CAST(${c.args[0]!.sql} AS INTEGER))`, { kind: "varchar", length: 1 });

const joinList = (c: CallContext) =>
  engine`(CASE WHEN ${c.args[0]!.sql} IS NOT NULL AND ${c.args[1]!.sql} IS NOT NULL THEN coalesce(${joinTexts(c.args[1]!.sql, c.args[0]!)}, '') END)`;

const joinArguments = (c: CallContext) =>
  engine`(CASE WHEN ${c.args[0]!.sql} IS NULL THEN NULL ELSE concat_ws(${commas(sqlOf(c.args))}) END)`;

const splitPart = (c: CallContext) => {
  const failure = c.failing("Index must be greater than zero", VARCHAR);
  // With an empty delimiter an empty text has no parts, and with none no text has.
  const text =
    (c.args[1]!.constant ?? "") === ""
      ? engine`CASE WHEN ${c.args[1]!.sql} <> '' OR (${c.args[1]!.sql} = '' AND ${c.args[0]!.sql} <> '') THEN ${c.args[0]!.sql} END`
      : c.args[0]!.sql;
  const part = engine`string_split(${text}, ${c.args[1]!.sql})[${c.args[2]!.sql}]`;
  return typeof c.args[2]!.constant === "number" && c.args[2]!.constant > 0
    ? part
    : engine`(CASE WHEN ${c.args[2]!.sql} < 1 THEN ${failure} ELSE ${part} END)`;
};

const splitToMap = (c: CallContext) => engine`~split_to_map(${commas(sqlOf(c.args))}, ${failOnDuplicate(c)})`;

const normalize = (c: CallContext) => {
  const [text, form] = c.args as [Typed, Typed];
  if (typeof form.constant === "string" && !/^NFK?[CD]$/.test(form.constant))
    c.t.invalid("Normalization form must be one of NFD, NFC, NFKD, NFKC", c.pos);
  return engine`svc_normalize(${text.sql}, ${form.sql})`;
};

export const strings = family("functions/string")`
chr(n) → varchar | the character with that code point | chr(65) --> "A"
  (bigint) -> varchar = ${character}
codepoint(string) → integer | code point of the only character | codepoint('A') --> 65
  (varchar) -> integer = (CASE WHEN length($1) <> 1 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Input string must be a single character string', INTEGER) ELSE unicode($1) END)
concat_ws(separator[, string, …]) → varchar | joined, with the separator between | concat_ws('-', array['x','y']) --> "x-y"
  (varchar, array(varchar)) -> varchar = ${joinList}
  (varchar, varchar...) -> varchar = ${joinArguments}
hamming_distance(x, y) → bigint | number of places where two texts differ | hamming_distance('東京', '京都') --> 2
  (varchar, varchar) -> bigint = CAST(~hamming_of($1, $2) AS BIGINT)
length(string) → bigint | number of characters | length('abc') --> 3
  (varchar) -> bigint = length($1)
  (varbinary) -> bigint = octet_length($1)
levenshtein_distance(x, y) → bigint | number of edits between two texts | levenshtein_distance('東京', '京都') --> 2
  (varchar, varchar) -> bigint = ~levenshtein_of($1, $2, fail(INVALID_FUNCTION_ARGUMENT, 'The combined inputs for Levenshtein distance are too large', VARCHAR))
lower(string) → varchar | in lower case | lower('AbC') --> "abc"
  (varchar(x)) -> varchar(x) | (char(x)) -> char(x) = lower($1)
upper(string) → varchar | in upper case | upper('abc') --> "ABC"
  (varchar(x)) -> varchar(x) | (char(x)) -> char(x) = ~upper_text($1)
lpad(string, size, padding) → varchar | filled up on the left | lpad('5', 3, '0') --> "005"
  ${pads("lpad")}
rpad(string, size, padding) → varchar | filled up on the right | rpad('abc', 5, 'xy') --> "abcxy"
  ${pads("rpad")}
ltrim(string[, characters]) → varchar | without blanks on the left | ltrim('  a ') --> "a "
  ${trims("ltrim")}
rtrim(string[, characters]) → varchar | without blanks on the right | rtrim(' a  ') --> " a"
  ${trims("rtrim")}
trim(string[, characters]) → varchar | without blanks at both ends | trim('  a  ') --> "a"
  ${trims("trim")}
luhn_check(string) → boolean | whether the digits have a valid Luhn checksum | luhn_check('79927398713') --> true
  (varchar) -> boolean = ~luhn_check($1)
replace(string, search[, replacement]) → varchar | all occurrences replaced | replace('abc', 'b', 'x') --> "axc"
  (varchar(x), varchar) -> varchar(x) = replace($1, $2, '')
  (varchar, varchar, varchar) -> varchar = ${replaceText}
reverse(x) → same as x | backwards | reverse('abc') --> "cba"
  (varchar(x)) -> varchar(x) | (char(x)) -> char(x) = ~reversed($1)
  (array(T)) -> array(T) = list_reverse($1)
  (varbinary) -> varbinary = unhex(~reverse_hex(hex($1)))
soundex(string) → varchar | its Soundex code | soundex('Robert') --> "R163"
  (varchar) -> varchar = ~soundex($1)
split(string, delimiter[, limit]) → array | parts of a text | split('a,b', ',') --> ["a","b"]
  (varchar(x), varchar) -> array(varchar(x)) = ~split_text($1, $2)
  (varchar(x), varchar, bigint) -> array(varchar(x)) = ~split_limited($1, $2, $3)
-- With an empty delimiter an empty text has no parts, and with none no text has.
split_part(string, delimiter, index) → varchar | one part, from 1 | split_part('a-b-c','-',2) --> "b"
  (varchar(x), varchar, bigint) -> varchar(x) = ${splitPart}
split_to_map(string, entries, keys) → map | pairs of a text | split_to_map('a=1,b=2', ',', '=') --> {"a":"1","b":"2"}
  (varchar, varchar, varchar) -> map(varchar, varchar) = ${splitToMap}
split_to_multimap(string, entries, keys) → map | pairs of a text, the values of a key as an array | split_to_multimap('a=1,a=2,b=3',',','=') --> {"a":["1","2"],"b":["3"]}
  (varchar, varchar, varchar) -> map(varchar, array(varchar)) = ~split_to_multimap($1, $2, $3)
position(substring in string) → bigint | first position, from 1; 0 when it is not there | position('b' in 'abc') --> 2
  (varchar, varchar) -> bigint = strpos($2, $1)
strpos(string, substring[, n]) → bigint | first or n-th position, from 1; 0 when it is not there | strpos('abc', 'b') --> 2
  (varchar, varchar) -> bigint = strpos($1, $2)
  (varchar, varchar, bigint) -> bigint = ~strpos_nth($1, $2, $3)
starts_with(string, substring) → boolean | whether it begins so | starts_with('hello','he') --> true
  (varchar, varchar) -> boolean = starts_with($1, $2)
ends_with(string, substring) → boolean | whether it ends so | ends_with('hello', 'lo') --> true
  (varchar, varchar) -> boolean = ends_with($1, $2)
substr(string, start[, length]) → varchar | a part, from 1; negative: from the end | substr('hello', 2, 3) --> "ell"
  (varchar(x), bigint) -> varchar(x) = ~substr_from($1, $2)
  (varchar(x), bigint, bigint) -> varchar(x) = ${part}
  (varbinary, bigint) -> varbinary = unhex(~substr_from(hex($1), ~byte_place($2)))
  (varbinary, bigint, bigint) -> varbinary = unhex(~substr_part(hex($1), ~byte_place($2), ~digits_of($3)))
substring(string, start[, length]) → varchar | a part, from 1; negative: from the end | substring('hello',1,4) --> "hell"
  (varchar(x), bigint) -> varchar(x) = ~substr_from($1, $2)
  (varchar(x), bigint, bigint) -> varchar(x) = ${part}
translate(string, from, to) → varchar | characters replaced one by one | translate('abcd', 'ab', 'xy') --> "xycd"
  (varchar, varchar, varchar) -> varchar = translate($1, $2, $3)
normalize(string[, form]) → varchar | in a Unicode normal form: NFC, NFD, NFKC or NFKD | normalize('e' || chr(769)) = chr(233) --> true
  (varchar) -> varchar = nfc_normalize($1)
  (varchar, varchar) -> varchar = ${normalize}
to_utf8(string) → varbinary | text as bytes | to_utf8('abc') --> "0x616263"
  (varchar) -> varbinary = encode($1)
from_utf8(binary[, replacement]) → varchar | bytes as text | from_utf8(x'616263') --> "abc"
  (varbinary) -> varchar = svc_from_utf8($1, '�')
  (varbinary, varchar) -> varchar = svc_from_utf8($1, CASE WHEN length($2) > 1 THEN fail(INVALID_FUNCTION_ARGUMENT, 'Replacement character string must be empty or a single character', VARCHAR) ELSE $2 END)
  (varbinary, bigint) -> varchar = svc_from_utf8_by($1, $2)
format_number(x) → varchar | short, with a unit such as K or M | format_number(1234567) --> "1.23M"
  (double) -> varchar = svc_format_number(trunc($1))
`;
