import type { CallContext } from "../../functions/function-table.ts";
import { family, forms, scalar } from "../../functions/function-table.ts";
import type { Typed } from "../../analyze/typed.ts";
import { typed } from "../../analyze/typed.ts";
import { bindOnce } from "../../analyze/bind-once.ts";
import { enginePath, parseJsonPath } from "../../json/json-path.ts";
import { textLiteral } from "../../position-marks.ts";
import { readyPattern, regexExtract, regexMatch, regexReplace } from "../../regex/regex-functions.ts";
import { JSON_TYPE } from "../../types/type.ts";

const one = (sql: string) => scalar("(varchar) -> varchar", sql);

/** The first match's group; "" where nothing matches. */
const extract = (c: CallContext): string =>
  `(CASE WHEN ${c.args[0]!.sql} IS NOT NULL THEN coalesce(${regexExtract(c.t, c.args[0]!, c.args[1]!, c.args[2]?.sql ?? "1", c.pos)}, '') END)`;

/** The separator is a pattern. */
const split = (c: CallContext): string => {
  const { sql, script } = readyPattern(c.t, c.args[1]!, c.pos);
  const { constant } = c.args[1]!;
  if (script) return `svc_regex_split(${c.args[0]!.sql}, ${sql})`;
  if (typeof constant === "string" && /^[^\\.[\](){}*+?^$|]*$/.test(constant) && constant !== "")
    return `string_split(${c.args[0]!.sql}, ${textLiteral(constant)})`;
  return `regexp_split_to_array(${c.args[0]!.sql}, ${sql})`;
};

const jsonObject = (c: CallContext): string => {
  const path = c.args[1]!.constant;
  if (typeof path !== "string")
    return c.t.unsupported("get_json_object with a path that is not a literal", c.pos);
  const steps = path.startsWith("$") ? parseJsonPath(path) : null;
  if (steps === null)
    return path.startsWith("$") ? c.t.unsupported(`the JSON path '${path}'`, c.pos) : "CAST(NULL AS VARCHAR)";
  if (steps.some((step) => step.kind === "wildcard")) return wildcard(c, path);
  const found = typed(
    `json_extract("svc-lib".main.try_json(${c.args[0]!.sql}), ${enginePath(steps)})`,
    JSON_TYPE,
  );
  return `"svc-lib".main.hive_json_text(${found.sql})`;
};

/** `$.a[*].b` gives the matches as a JSON array; one match stands alone. */
const wildcard = (c: CallContext, path: string): string => {
  const steps = parseJsonPath(path)!;
  const list = `json_extract("svc-lib".main.try_json(${c.args[0]!.sql}), ${enginePath(steps)})`;
  return bindOnce(
    [typed(`list_filter(${list}, lambda j: j IS NOT NULL)`, { kind: "array", element: JSON_TYPE })],
    (found) =>
      `(CASE len(${found}) WHEN 0 THEN NULL WHEN 1 THEN "svc-lib".main.hive_json_text(${found}[1]) ELSE CAST(to_json(${found}) AS VARCHAR) END)`,
  );
};

const substr = forms(
  scalar("(varchar, bigint) -> varchar", "~hive_substr_from($1, $2)"),
  scalar("(varchar, bigint, bigint) -> varchar", "~hive_substr($1, $2, $3)"),
);
const pad = (name: string) =>
  forms(
    scalar("(varchar, bigint, varchar) -> varchar", `~${name}($1, $2, $3)`),
    scalar("(varchar, bigint) -> varchar", `~${name}($1, $2, ' ')`),
  );
const like = (c: CallContext): Typed =>
  typed(regexMatch(c.t, c.args[0]!, c.args[1]!, c.pos), { kind: "boolean" });

export const strings = family("LanguageManual UDF, String Functions", {
  ascii: scalar("(varchar) -> integer", "(CASE WHEN $1 = '' THEN 0 ELSE ascii($1) END)"),
  base64: forms(
    scalar("(varbinary) -> varchar", "base64($1)"),
    scalar("(varchar) -> varchar", "base64(encode($1))"),
  ),
  unbase64: scalar("(varchar) -> varbinary", "from_base64($1)"),
  chr: scalar("(bigint) -> varchar", "chr(CAST($1 % 256 AS INTEGER))"),
  char_length: scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
  character_length: scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
  octet_length: scalar("(varchar) -> integer", "CAST(strlen($1) AS INTEGER)"),
  length: forms(
    scalar("(varchar) -> integer", "CAST(length($1) AS INTEGER)"),
    scalar("(varbinary) -> integer", "CAST(octet_length($1) AS INTEGER)"),
  ),
  decode: scalar("(varbinary, varchar) -> varchar", "decode($1)"),
  encode: scalar("(varchar, varchar) -> varbinary", "encode($1)"),
  find_in_set: scalar(
    "(varchar, varchar) -> integer",
    "(CASE WHEN contains($1, ',') THEN 0 WHEN $1 IS NULL OR $2 IS NULL THEN NULL ELSE coalesce(list_position(string_split($2, ','), $1), 0) END)",
  ),
  format_number: scalar("(double, bigint) -> varchar", "~hive_format_number($1, CAST($2 AS INTEGER))"),
  get_json_object: scalar("(varchar, varchar) -> varchar", jsonObject),
  initcap: one("svc_initcap($1)"),
  instr: scalar("(varchar, varchar) -> integer", "CAST(strpos($1, $2) AS INTEGER)"),
  lcase: one("lower($1)"),
  lower: one("lower($1)"),
  upper: one("upper($1)"),
  ucase: one("upper($1)"),
  levenshtein: scalar("(varchar, varchar) -> integer", "CAST(levenshtein($1, $2) AS INTEGER)"),
  locate: forms(
    scalar("(varchar, varchar) -> integer", "CAST(strpos($2, $1) AS INTEGER)"),
    scalar("(varchar, varchar, bigint) -> integer", "CAST(~hive_locate($1, $2, $3) AS INTEGER)"),
  ),
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
  regexp: scalar("(varchar, varchar) -> boolean", like),
  rlike: scalar("(varchar, varchar) -> boolean", like),
  regexp_extract: forms(
    scalar("(varchar, varchar) -> varchar", extract),
    scalar("(varchar, varchar, bigint) -> varchar", extract),
  ),
  regexp_replace: scalar("(varchar, varchar, varchar) -> varchar", (c) =>
    regexReplace(c.t, c.args[0]!, c.args[1]!, c.args[2]!, c.pos),
  ),
  repeat: scalar(
    "(varchar, bigint) -> varchar",
    "repeat($1, ~text_size(greatest($2, 0) * length($1)) // greatest(length($1), 1))",
  ),
  replace: scalar(
    "(varchar, varchar, varchar) -> varchar",
    "(CASE WHEN $2 = '' THEN $1 ELSE replace($1, $2, $3) END)",
  ),
  reverse: one("reverse($1)"),
  sentences: scalar("(varchar) -> array(array(varchar))", (c) =>
    c.t.unsupported("the function sentences", c.pos),
  ),
  soundex: one("svc_soundex($1)"),
  space: scalar("(bigint) -> varchar", "repeat(' ', ~text_size(greatest($1, 0)))"),
  split: scalar("(varchar, varchar) -> array(varchar)", split),
  str_to_map: forms(
    scalar("(varchar) -> map(varchar, varchar)", "~hive_str_to_map($1, ',', ':')"),
    scalar("(varchar, varchar) -> map(varchar, varchar)", "~hive_str_to_map($1, $2, ':')"),
    scalar("(varchar, varchar, varchar) -> map(varchar, varchar)", "~hive_str_to_map($1, $2, $3)"),
  ),
  substr,
  substring: substr,
  substring_index: scalar("(varchar, varchar, bigint) -> varchar", "~hive_substring_index($1, $2, $3)"),
  translate: scalar("(varchar, varchar, varchar) -> varchar", "translate($1, $2, $3)"),
  md5: scalar("(varchar) -> varchar", "md5($1)"),
  sha1: scalar("(varchar) -> varchar", "sha1($1)"),
  sha: scalar("(varchar) -> varchar", "sha1($1)"),
  sha2: scalar("(varchar, bigint) -> varchar", (c) =>
    c.args[1]!.constant === 256 || c.args[1]!.constant === 0
      ? `sha256(${c.args[0]!.sql})`
      : `lower(hex(svc_digest('sha' || ${c.args[1]!.sql}, encode(${c.args[0]!.sql}))))`,
  ),
  crc32: scalar("(varchar) -> bigint", "svc_crc32(encode($1))"),
});
