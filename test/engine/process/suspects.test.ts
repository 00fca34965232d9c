import { expect, test } from "@jest/globals";
import { EngineLost } from "../../../src/engine/process/engine-child.ts";
import { RunningCall } from "../../../src/engine/process/running-call.ts";
import { Suspects } from "../../../src/engine/process/suspects.ts";

const SEGFAULT = new EngineLost("it was killed by SIGSEGV", null, null);

function statement(sql: string, startedMs = 0): RunningCall {
  const call = new RunningCall("statements.toFile", [sql, {}, { dialect: "presto", database: "shop" }]);
  call.startedMs = startedMs;
  return call;
}

/** Admits calls. @returns the texts of those that run, in their order. */
function admit(suspects: Suspects, ...calls: readonly RunningCall[]): string[] {
  const running: string[] = [];
  for (const call of calls)
    void suspects.admit(call).then(
      () => running.push((call.args[0] as string | undefined) ?? call.name),
      (error: Error) => running.push(error.message),
    );
  return running;
}
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 1));

test("suspects run one by one, the newest first, and other statements after them; listings do not wait", async () => {
  const suspects = new Suspects();
  const [old, young, other] = [statement("old", 10), statement("young", 20), statement("other")];
  suspects.report(SEGFAULT, [old, young], 30);
  const running = admit(suspects, old, young);
  const later = admit(suspects, other, new RunningCall("storage.listTables", []));
  await settled();
  expect([running, later]).toEqual([["young"], ["storage.listTables"]]);
  suspects.clear(young);
  await settled();
  suspects.clear(old);
  await settled();
  expect([running, later]).toEqual([
    ["young", "old"],
    ["storage.listTables", "other"],
  ]);
});

test("a statement that ends the engine on trial is to blame for both deaths, and the others for none", async () => {
  const suspects = new Suspects();
  const [innocent, guilty] = [statement("innocent", 10), statement("guilty", 20)];
  suspects.report(SEGFAULT, [innocent, guilty], 30);
  const running = admit(suspects, innocent, guilty);
  await settled();
  expect(running).toEqual(["guilty"]);
  suspects.report(SEGFAULT, [guilty], 40);
  await settled();
  expect([suspects.isRefused(guilty), suspects.isRefused(innocent), innocent.suspectMs]).toEqual([
    true,
    false,
    null,
  ]);
  expect(running).toEqual(["guilty", "innocent"]);
  const again = admit(suspects, statement(" guilty\n"), statement("another"));
  await settled();
  expect(again).toEqual([
    "unsupported in the local service: this statement ended the embedded engine twice (it was killed by SIGSEGV) and is not run again before the service is restarted; write it in another way",
    "another",
  ]);
});

test("a statement that may not run again is on trial the next time that it is issued", async () => {
  const suspects = new Suspects();
  suspects.report(SEGFAULT, [statement("insert", 10), statement("select", 20)], 30);
  const running = admit(suspects, statement("insert"), statement("something else"));
  await settled();
  expect(running).toEqual(["insert"]);
});

test("a process that the service ended for one statement makes no other one a suspect", async () => {
  const suspects = new Suspects();
  const [one, two] = [statement("one"), statement("two")];
  suspects.report(
    new EngineLost("a statement could not be stopped", null, { why: "", isForOther: true }),
    [one, two],
    5,
  );
  const running = admit(suspects, one, two);
  await settled();
  expect(running).toEqual(["one", "two"]);
});

test("nobody is to blame for a full disk", () => {
  const suspects = new Suspects();
  const call = statement("insert");
  const full = new Error("FATAL Error: Failed to write: No space left on device");
  for (let i = 0; i < 3; i++) suspects.report(new EngineLost("it failed", full, null, call), [call], 5);
  expect(suspects.isRefused(call)).toBe(false);
});

test("remembers a thousand statements", () => {
  const suspects = new Suspects();
  const calls = Array.from({ length: 1001 }, (_, i) => statement(`select ${i}`));
  for (const call of calls) for (let i = 0; i < 2; i++) suspects.report(SEGFAULT, [call], 5);
  expect(calls.map((call) => suspects.isRefused(call)).filter((is) => !is)).toEqual([false]);
});
