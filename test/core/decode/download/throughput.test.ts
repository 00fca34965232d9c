import { expect, test } from "@jest/globals";
import { Throughput } from "../../../../src/core/decode/download/throughput.ts";

const MIB = 2 ** 20;

/** A download of pieces, each of which takes `ms` to arrive, after `received` bytes. */
async function watched(pieces: number, size: number, ms: number): Promise<Throughput> {
  let now = 0;
  const throughput = new Throughput(() => now);
  const body = async function* (): AsyncGenerator<Uint8Array> {
    for (let nth = 0; nth < pieces; nth++) {
      now += ms;
      yield await Promise.resolve(new Uint8Array(size));
    }
  };
  // The time that the reader takes is not the connection's.
  for await (const _ of throughput.watch(body())) now += 1000;
  return throughput;
}

test("a slow download of a large file goes on in parts, after the one that is on its way", async () => {
  const throughput = await watched(4, MIB, 100);
  expect(throughput.parted(4 * MIB, 256 * MIB)).toEqual({
    start: 6 * MIB,
    end: 256 * MIB,
    partBytes: 2 * MIB,
    connections: 8,
  });
  expect(throughput.parted(4 * MIB, 1024 * MIB)?.partBytes).toBe(4 * MIB);
});

test("one connection is enough", async () => {
  const slow = await watched(4, MIB, 100);
  const fast = await watched(40, 4 * MIB, 5);
  const young = await watched(2, MIB, 100);
  expect([
    slow.parted(0, null), // of a file of no known size
    slow.parted(4 * MIB, 5 * MIB), // whose rest takes less than a second
    fast.parted(160 * MIB, 1024 * MIB), // that is fast
    young.parted(2 * MIB, 1024 * MIB), // that has hardly begun
  ]).toEqual([null, null, null, null]);
});

test("leaving the download ends it", async () => {
  let isEnded = false;
  const body = async function* (): AsyncGenerator<Uint8Array> {
    try {
      yield await Promise.resolve(new Uint8Array(1));
    } finally {
      isEnded = true;
    }
  };
  for await (const _ of new Throughput(() => 0).watch(body())) break;
  expect(isEnded).toBe(true);
});
