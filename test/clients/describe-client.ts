import { beforeAll, describe, expect, test } from "@jest/globals";
import { execFile } from "node:child_process";

/** Output of a client's script: lines `STEP <name>\t<value>`, the value as JSON or as text. */
export interface Steps {
  readonly values: Readonly<Record<string, unknown>>;
  /** The whole output of a script that failed, "" otherwise. */
  readonly failure: string;
}

/** Runs a program that prints its steps. @param parse - of a value. */
export function runSteps(
  command: string,
  args: readonly string[],
  options: {
    readonly env?: Readonly<Record<string, string>>;
    readonly parse?: (text: string) => unknown;
  } = {},
): Promise<Steps> {
  const { env = {}, parse = (text) => text } = options;
  const settings = { env: { ...process.env, ...env }, maxBuffer: 1 << 26 };
  return new Promise<{ stdout: string; failure: string }>((resolve) => {
    execFile(command, args, settings, (error, stdout, stderr) => {
      resolve({ stdout, failure: error ? `${error.message}\n${stdout}\n${stderr}` : "" });
    });
  }).then(({ stdout, failure }) => {
    const lines = stdout.split("\n").filter((line) => line.startsWith("STEP "));
    const values = lines.map((line) => {
      const [name = "", value = ""] = line.slice(5).split(/\t(.*)/s);
      return [name, parse(value)] as const;
    });
    return { values: Object.fromEntries(values), failure };
  });
}

/** One test per step of a client's script, and one that it ran to its end without other steps. */
export function describeClient(
  name: string,
  run: () => Promise<Steps>,
  expected: Readonly<Record<string, unknown>>,
): void {
  describe(name, () => {
    let steps: Steps;
    beforeAll(async () => {
      steps = await run();
    }, 300_000);

    test.each(Object.keys(expected))("%s", (step) => {
      expect(steps.values[step]).toEqual(expected[step]);
    });

    test("its end", () => {
      expect(steps.failure).toBe("");
      expect(Object.keys(steps.values).sort()).toEqual(Object.keys(expected).sort());
    });
  });
}
