import { promisify } from "node:util";
import { constants, deflateRaw } from "node:zlib";

const deflateRawAsync = promisify(deflateRaw);

export function deflateBlock(block: Uint8Array, finishFlush = constants.Z_FINISH): Promise<Buffer> {
  // Most blocks shrink to half, and each output buffer of zlib costs a turn of the thread pool.
  const chunkSize = Math.max(1 << 12, block.length >> 1);
  return deflateRawAsync(block, { level: 1, chunkSize, finishFlush });
}
