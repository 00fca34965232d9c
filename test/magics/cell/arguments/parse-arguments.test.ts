import { describe, expect, test } from "@jest/globals";
import { parseArguments } from "../../../../src/magics/cell/arguments/parse-arguments.ts";
import { SVC_TABLES } from "../../../../src/magics/commands/line-magics.ts";
import { queryCommand } from "../../../../src/magics/commands/program/query-command.ts";

function parse(line: string): unknown {
  const { positional, values, switches } = parseArguments(queryCommand("presto", "Presto"), line);
  return [positional, Object.fromEntries(values), [...switches]];
}

const text = (value: string, quoted = false): unknown => ({ text: value, quoted });

describe("argparse conventions", () => {
  test.each<[string, unknown]>([
    ["", [null, {}, []]],
    ["db", [text("db"), {}, []]],
    ["--out df db", [text("db"), { out: "df" }, []]],
    ["--out=df db", [text("db"), { out: "df" }, []]],
    ["db -o df", [text("db"), { out: "df" }, []]],
    ["-odf db", [text("db"), { out: "df" }, []]],
    ["-o=df db", [text("db"), { out: "df" }, []]],
    ["-qv db", [text("db"), {}, ["verbose", "quiet"]]],
    ["-qvodf", [null, { out: "df" }, ["verbose", "quiet"]]],
    ["-qvo df db", [text("db"), { out: "df" }, ["verbose", "quiet"]]],
    ["-q db -d", [text("db"), {}, ["dropna", "quiet"]]],
    ["--dry-run", [null, {}, ["dry-run"]]],
    ["--dry_run", [null, {}, ["dry-run"]]],
    ["--out_file=a.csv", [null, { "out-file": "a.csv" }, []]],
    ["--out-f a.csv", [null, { "out-file": "a.csv" }, []]],
    ["--out x --out y", [null, { out: "y" }, []]],
    ["--piv", [null, {}, ["pivot"]]],
    ["--tim UTC", [null, { timezone: "UTC" }, []]],
    ["-O 'my file.csv'", [null, { "out-file": "my file.csv" }, []]],
    ['-O "a \\"b\\".csv"', [null, { "out-file": 'a "b".csv' }, []]],
    ["-O my\\ file.csv", [null, { "out-file": "my file.csv" }, []]],
    ["--out-file='a'\"b\"c", [null, { "out-file": "abc" }, []]],
    ["--out-file='my file.csv'", [null, { "out-file": "my file.csv" }, []]],
    ["-O ''", [null, { "out-file": "" }, []]],
    ["-- -db", [text("-db"), {}, []]],
    ["-5", [text("-5"), {}, []]],
    ["-o -5", [null, { out: "-5" }, []]],
    ["-T -08:00", [null, { timezone: "-08:00" }, []]],
    ["007", [text("007"), {}, []]],
    ["1e3", [text("1e3"), {}, []]],
    ["a.b", [text("a.b"), {}, []]],
    ["--quiet true", [text("true"), {}, ["quiet"]]],
    ["'-x y'", [text("-x y", true), {}, []]],
    ["-O a=b", [null, { "out-file": "a=b" }, []]],
    ["--out-file=a=b", [null, { "out-file": "a=b" }, []]],
  ])("%j", (line, expected) => {
    expect(parse(line)).toEqual(expected);
  });
});

test("records whether the argument was quoted", () => {
  expect(parse("{db}")).toEqual([text("{db}"), {}, []]);
  expect(parse("'{db}'")).toEqual([text("{db}", true), {}, []]);
});

test("a pattern keeps its backslashes", () => {
  const { positional } = parseArguments(SVC_TABLES, "^web\\.(a|b)\\d$");
  expect(positional).toEqual(text("^web\\.(a|b)\\d$", true));
});

test("names of Object.prototype's members are not options", () => {
  expect(() => parse("--__proto__=1")).toThrow("unknown option --__proto__");
  expect(() => parse("--constructor")).toThrow("unknown option --constructor");
});
