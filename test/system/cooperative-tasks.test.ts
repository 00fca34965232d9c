import { expect, test } from "@jest/globals";
import { CooperativeTasks } from "../../src/system/cooperative-tasks.ts";

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
