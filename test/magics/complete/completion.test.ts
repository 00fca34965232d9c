import { expect, test } from "@jest/globals";
import { candidate, endOfWord, startingWith, toCompletion } from "../../../src/magics/complete/completion.ts";

test("candidates begin with the typed text, in any case, in their order", () => {
  const all = ["SELECT", "set", "from"].map((text) => candidate(text, "keyword"));
  expect(startingWith("Se", all).map(({ text }) => text)).toEqual(["SELECT", "set"]);
});

test("of equal texts the first is offered, with a type that JupyterLab has an icon for", () => {
  const candidates = [
    candidate("origin", "column", "varchar"),
    candidate("origin", "alias"),
    candidate("--plot", "option"),
  ];
  expect(toCompletion("select or", { candidates, start: 7 }, 9)).toEqual({
    start: 7,
    end: 9,
    items: [
      { text: "origin", type: "field", signature: "varchar" },
      { text: "--plot", type: "property", signature: "" },
    ],
  });
});

test.each<[string, string, readonly string[], string]>([
  ["the rest of a word that a candidate goes on with", "select or|igin from t", ["origin"], "origin"],
  ["nothing behind the cursor where no candidate goes on so", "select or|der from t", ["origin"], "or"],
  ["not a longer word", "select or|iginal", ["origin"], "or"],
  ["nothing behind the cursor where nothing was typed", "select |origin", ["origin"], ""],
])("a choice replaces %s", (_, code, texts, replaced) => {
  const cursor = code.indexOf("|");
  const plain = code.replace("|", "");
  const start = cursor - (/\w*$/.exec(code.slice(0, cursor))?.[0].length ?? 0);
  expect(plain.slice(start, endOfWord(plain, start, cursor, texts))).toBe(replaced);
});
