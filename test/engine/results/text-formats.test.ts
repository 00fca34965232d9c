import { expect, test } from "@jest/globals";
import { TEXT_FORMATS } from "../../../src/engine/results/text-formats.ts";

const row = [
  1,
  9007199254740993n,
  'a\u2028é"\n',
  null,
  "",
  NaN,
  true,
  Uint8Array.of(255),
  [1, "x"],
  new Map([["k", [2n]]]),
  "tab\t,",
  "🙂",
];

test.each([
  [
    "json",
    '[1,9007199254740993,"a\\u2028\\u00e9\\"\\n",null,"","NaN",true,"/w==",[1,"x"],{"k":[2]},"tab\\t,","\\ud83d\\ude42"]\n',
  ],
  ["csv", '1,9007199254740993,"a\u2028é""\n",,"",NaN,true,/w==,"[1,""x""]","{""k"":[2]}","tab\t,",🙂\n'],
  [
    "tsv",
    '1\t9007199254740993\t"a\u2028é""\n"\t\t""\tNaN\ttrue\t/w==\t"[1,""x""]"\t"{""k"":[2]}"\t"tab\t,"\t🙂\n',
  ],
] as const)("%s", (format, line) => {
  expect(TEXT_FORMATS[format].line(row)).toBe(line);
});

test("the sign of zero is kept, in lists too", () => {
  expect([TEXT_FORMATS.csv.line([-0, [-0]]), TEXT_FORMATS.json.line([-0, [-0]])]).toEqual([
    "-0.0,[-0.0]\n",
    "[-0.0,[-0.0]]\n",
  ]);
});

test("null in the only column is not an empty line, which readers skip", () => {
  expect([
    TEXT_FORMATS.csv.line([null]),
    TEXT_FORMATS.csv.line([5]),
    TEXT_FORMATS.csv.line([null, 5]),
    TEXT_FORMATS.tsv.line([null]),
    TEXT_FORMATS.json.line([null]),
  ]).toEqual(['""\n', "5\n", ",5\n", '""\n', "[null]\n"]);
});
