import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { withoutRows, type Execution, type RunOptions } from "../../../src/engine/contract/engine.ts";
import { EncodingEngine, CooperativeTasks } from "../../../src/engine/results/encoding-engine.ts";

let folder: string;
beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), "svc-encoding-"))));
afterAll(() => rm(folder, { recursive: true }));

/** Runs a statement that is stopped when its execution is there. */
function stoppedAtItsEnd(execution: Execution): Promise<unknown> {
  const stop = new AbortController();
  const run = (): Promise<Execution> => {
    stop.abort(new Error("The job was killed."));
    return Promise.resolve(execution);
  };
  const target = { path: join(folder, "1.msgpack.gz"), form: "msgpack.gz" } as const;
  return new EncodingEngine({ run }).toFile("", target, { signal: stop.signal } as RunOptions);
}

test("a query that is stopped fails; a statement that has committed by then has run", async () => {
  const { batches } = withoutRows("");
  await expect(stoppedAtItsEnd({ columns: [], batches })).rejects.toThrow("The job was killed.");
  expect(await readdir(folder)).toEqual([]);
  expect(await stoppedAtItsEnd(withoutRows("INSERT", 3))).toMatchObject({
    updateType: "INSERT",
    updateCount: 3,
    rowCount: 0,
  });
});

function work(ms: number): void {
  const end = performance.now() + ms;
  while (performance.now() < end);
}

test("other work gets turns of the event loop between many pieces of work", async () => {
  const tasks = new CooperativeTasks();
  const log: string[] = [];
  const piece = (name: string): Promise<void> =>
    tasks.run(() => {
      work(10);
      log.push(name);
    });
  let done = false;
  const watch = async (): Promise<void> => {
    while (!done) {
      await new Promise((resolve) => setImmediate(resolve));
      log.push("turn");
    }
  };
  const watching = watch();
  await Promise.all(["a", "b", "c", "d"].map(piece));
  done = true;
  await watching;
  expect(log.filter((entry) => entry !== "turn")).toEqual(["a", "b", "c", "d"]);
  // No two pieces of 10 ms run in one turn.
  expect(log.join(" ")).not.toMatch(/[abcd] [abcd]/);
});
