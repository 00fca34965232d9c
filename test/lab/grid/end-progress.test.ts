import { expect, test } from "@jest/globals";
import { endProgress } from "../../../src/lab/grid/end-progress.ts";
import { endedBundle, runningBundle } from "../../../src/magics/progress/progress-text.ts";

test("a progress line says that its kernel was restarted; other outputs stay", () => {
  const line = { name: "presto job 12", percent: 0 };
  const outputs = [
    {
      output_type: "display_data",
      metadata: {},
      data: runningBundle({ ...line, state: "running · 0 % · 3.0 s" }),
    },
    { output_type: "display_data", metadata: {}, data: endedBundle({ ...line, state: "560 rows · 3.0 s" }) },
    { output_type: "stream", name: "stdout", text: "done" },
  ];
  endProgress(
    {
      length: outputs.length,
      get: (at: number) => ({ toJSON: () => outputs[at] as object }),
      set: (at: number, output) => (outputs[at] = output as (typeof outputs)[0]),
    },
    "The kernel was restarted",
  );
  expect(outputs[0]).toEqual({
    output_type: "display_data",
    metadata: {},
    data: { "text/plain": "presto job 12: The kernel was restarted." },
  });
  expect(outputs.slice(1).map(({ data, text }) => data?.["text/plain"] ?? text)).toEqual([
    "presto job 12: 560 rows · 3.0 s",
    "done",
  ]);
});
