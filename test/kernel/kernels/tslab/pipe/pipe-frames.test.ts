import { expect, test } from "@jest/globals";
import { FrameReader, packFrames } from "../../../../../src/kernel/kernels/tslab/pipe/pipe-frames.ts";

test("a message is encoded as length, channel and frames", () => {
  expect([...packFrames("iopub", ["ab", Buffer.from([9])])]).toEqual([
    ...[0, 0, 0, 12, 2],
    ...[0, 0, 0, 2, 97, 98],
    ...[0, 0, 0, 1, 9],
  ]);
  expect([...packFrames("svc", [])]).toEqual([0, 0, 0, 1, 3]);
});

test("reads messages from chunks of any size", () => {
  let state = 11;
  const random = (below: number): number => (state = (state * 48271) % 2147483647) % below;
  const channels = ["shell", "control", "iopub", "svc"] as const;
  for (let round = 0; round < 200; round++) {
    const messages = Array.from({ length: 1 + random(5) }, () => ({
      channel: channels[random(4)] ?? "svc",
      frames: Array.from({ length: random(4) }, () => Buffer.alloc(random(40), random(256))),
    }));
    const bytes = Buffer.concat(messages.map(({ channel, frames }) => packFrames(channel, frames)));
    const reader = new FrameReader();
    const read: unknown[] = [];
    for (let offset = 0; offset < bytes.length;) {
      const end = offset + 1 + random(30);
      read.push(...reader.push(bytes.subarray(offset, end)));
      offset = end;
    }
    expect(read).toEqual(messages);
  }
});

test("a large message arrives complete", () => {
  const large = Buffer.alloc(5_000_000, 7);
  const packed = packFrames("shell", [large]);
  const reader = new FrameReader();
  const read = [];
  for (let offset = 0; offset < packed.length; offset += 65_536)
    read.push(...reader.push(packed.subarray(offset, offset + 65_536)));
  expect(read).toHaveLength(1);
  expect(read[0]?.frames[0]?.equals(large)).toBe(true);
});

test("an unknown channel is an error", () => {
  expect(() => new FrameReader().push(Buffer.from([0, 0, 0, 1, 9]))).toThrow(
    "Unknown channel 9 on the pipe to tslab",
  );
});
