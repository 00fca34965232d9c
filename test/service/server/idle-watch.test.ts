import { afterEach, expect, test } from "@jest/globals";
import { IdleWatch } from "../../../src/service/server/idle-watch.ts";

let watch: IdleWatch | null = null;

afterEach(() => watch?.close());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

test("reports once when there was no request and no work for the given time", async () => {
  let nowMs = 0;
  let busy = true;
  let idle = 0;
  watch = new IdleWatch(
    40,
    () => busy,
    () => idle++,
    () => nowMs,
  );
  let answer: (response: Response) => void = () => undefined;
  const app = watch.watch(() => new Promise((resolve) => (answer = resolve)));
  const request = app(new Request("http://svc.test/"));
  nowMs = 1000;
  await pause(60);
  expect(idle).toBe(0);
  answer(new Response());
  await request;
  nowMs = 2000;
  await pause(60);
  expect(idle).toBe(0);
  busy = false;
  nowMs = 3000;
  await pause(60);
  expect(idle).toBe(1);
  nowMs = 4000;
  await pause(60);
  expect(idle).toBe(1);
});
