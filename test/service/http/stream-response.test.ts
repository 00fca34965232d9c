import { setImmediate } from "node:timers/promises";
import { expect, test } from "@jest/globals";
import { streamResponse, whenBroken } from "../../../src/service/http/stream-response.ts";

const bytes = (text: string): Uint8Array => Buffer.from(text);

test("a reader that leaves while a piece is made breaks nothing, whether the piece comes or fails", async () => {
  for (const ends of ["piece", "failure"]) {
    let make: () => void = () => undefined;
    const creation = new Promise<void>((resolve) => (make = resolve));
    const body = (async function* () {
      yield bytes("first");
      await creation;
      if (ends === "failure") throw new Error("the file was closed");
      yield bytes("second");
    })();
    const response = await streamResponse(body, {});
    const faults: unknown[] = [];
    whenBroken(response, (error) => faults.push(error));
    const reader = response.body!.getReader();
    await reader.read();
    const second = reader.read();
    // The piece is asked for by then.
    await setImmediate();
    const left = reader.cancel();
    make();
    await Promise.all([second, left]);
    expect(faults).toEqual([]);
  }
});

test("a body that fails midway is reported", async () => {
  const body = (async function* () {
    yield await Promise.resolve(bytes("first"));
    throw new Error("damaged");
  })();
  const response = await streamResponse(body, {});
  const faults: unknown[] = [];
  whenBroken(response, (error) => faults.push(error));
  expect(await response.text()).toBe("first");
  expect(faults).toEqual([new Error("damaged")]);
});
