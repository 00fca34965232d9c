import { expect, test } from "@jest/globals";
import { withTurns } from "../../../src/dialect/library/script-turns.ts";

test.each([
  [
    "a call with a column",
    'svc_crc32(encode(t1."s"))',
    'svc_crc32(encode(t1."s"), svc_turn(encode(t1."s")))',
  ],
  [
    "the shortest argument that varies",
    `svc_regex_replace(lower(t1."s"), 'a,b(', t1."b")`,
    `svc_regex_replace(lower(t1."s"), 'a,b(', t1."b", svc_turn(t1."b"))`,
  ],
  [
    "a call around another needs none",
    `svc_regex_like(svc_url_encode(t1."s"), '(?=x)')`,
    `svc_regex_like(svc_url_encode(t1."s", svc_turn(t1."s")), '(?=x)')`,
  ],
  [
    "a lambda's parameter varies",
    `list_transform(t1."l", lambda x1_1: svc_format('%d', [x1_1]))`,
    `list_transform(t1."l", lambda x1_1: svc_format('%d', [x1_1], svc_turn([x1_1])))`,
  ],
  [
    "constants are worked out once",
    "svc_format('%d', [CAST(4 AS VARCHAR)])",
    "svc_format('%d', [CAST(4 AS VARCHAR)])",
  ],
  ["a subquery is not run twice", "svc_crc32((SELECT x FROM t))", "svc_crc32((SELECT x FROM t))"],
  [
    "a text that looks like a call",
    "SELECT 'svc_crc32(x)', \"svc_crc32\"",
    "SELECT 'svc_crc32(x)', \"svc_crc32\"",
  ],
  [
    "what may fail stays within what takes its errors",
    `TRY(svc_format('%d', [CAST(t1."s" AS BIGINT)])) + svc_crc32(t1."b")`,
    `TRY(svc_format('%d', [CAST(t1."s" AS BIGINT)])) + svc_crc32(t1."b", svc_turn(t1."b"))`,
  ],
  [
    "marks stand once",
    'svc_crc32(\ue00012\ue001encode(t1."s"))',
    'svc_crc32(\ue00012\ue001encode(t1."s"), svc_turn(encode(t1."s")))',
  ],
])("%s", (_what, sql, expected) => {
  expect(withTurns(sql)).toBe(expected);
});
