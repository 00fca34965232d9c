import { expect, test } from "@jest/globals";
import { CellPlan } from "../../../src/magics/cell/cell-plan.ts";
import { RunningCell } from "../../../src/kernel/cells/running-cell.ts";
import { createMessage } from "../../../src/kernel/wire/message.ts";

const cell = (content: object = {}): RunningCell =>
  new RunningCell(createMessage("execute_request", { code: "1", ...content }, "s"), new CellPlan("1"));

test("a cell has finished with its reply", async () => {
  const running = cell();
  expect([running.silent, running.stopped, running.hasFinished]).toEqual([false, false, false]);
  running.replied({ status: "ok" });
  expect(await running.reply).toEqual({ status: "ok" });
  await running.finished;
  expect(running.hasFinished).toBe(true);
});

test("or when it is given up, for the first reason", async () => {
  const running = cell({ silent: true });
  running.giveUp("stopped");
  running.giveUp("the kernel has ended");
  running.replied({ status: "ok" });
  await expect(running.reply).rejects.toBe("stopped");
  await running.finished;
  expect([running.silent, running.givenUp, running.hasFinished]).toEqual([true, "stopped", true]);
});

test("Stop aborts what the proxy waits for, and the end is told apart from the reply", async () => {
  const running = cell();
  running.abort.abort();
  expect(running.stopped).toBe(true);
  running.close();
  await running.over;
  expect(running.hasFinished).toBe(false);
});
