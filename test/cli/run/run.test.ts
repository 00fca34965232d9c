import { describe, expect, test } from "@jest/globals";
import { resultText, sourceText } from "../../../src/cli/run/run.ts";

describe("sourceText", () => {
  test("numbers the cell and marks its lines", () => {
    expect(sourceText("%%svc_presto sales\nselect 1", 3)).toBe("\n[3] %%svc_presto sales\n  | select 1\n");
  });
});

describe("resultText", () => {
  const cell = { index: 0, source: "", executionCount: 1, error: null, elapsedMs: 1234 };

  test("prints text, and names the richer formats", () => {
    const outputs = [
      { output_type: "stream" as const, name: "stdout", text: ["INFO: import a\n", "INFO: import b\n"] },
      {
        output_type: "display_data" as const,
        data: { "text/html": "<table></table>", "text/plain": "a\n1\n" },
        metadata: {},
      },
    ];
    expect(resultText({ ...cell, outputs })).toBe(
      "    INFO: import a\n    INFO: import b\n    a\n    1\n    (also as text/html)\n    (1.23 s)\n",
    );
  });

  test("prints an error's traceback, or its name and value if it has none", () => {
    const error = (traceback: string[]) => ({
      output_type: "error" as const,
      ename: "E",
      evalue: "bad",
      traceback,
    });
    expect(resultText({ ...cell, outputs: [error(["E: bad", "  at cell"])] })).toBe(
      "    E: bad\n      at cell\n    (1.23 s)\n",
    );
    expect(resultText({ ...cell, outputs: [error([])] })).toBe("    E: bad\n    (1.23 s)\n");
  });
});
