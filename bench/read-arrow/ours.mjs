// ours.mjs ROWS COMPRESSION: issues the query, then reads its result as blocks, as an Arrow stream that is encoded for it, and as the kept one.
import * as zlib from "node:zlib";
import { CompressionType, setCompressionCodec, tableFromIPC } from "@uwdata/flechette";
import { connect, create_engine, read_svc_job } from "svclib/pandas_td";
import { frameQuery } from "../lib/frames.mjs";
import { finishedJob } from "../lib/job.mjs";
import { report } from "../lib/measure.mjs";

if (zlib.zstdDecompressSync)
  setCompressionCodec(CompressionType.ZSTD, {
    encode: zlib.zstdCompressSync,
    decode: zlib.zstdDecompressSync,
  });
const [rows, compression] = process.argv.slice(2);
const target = { url: process.env["SVC_API_SERVER"], apikey: process.env["SVC_API_KEY"] };
const client = connect();
const engine = create_engine("presto:sample_datasets", client);
const query = compression === "" ? "format=arrow" : `format=arrow&compression=${compression}`;

async function timed(read) {
  const started = performance.now();
  const table = await read();
  return [performance.now() - started, table];
}

async function arrow(jobId) {
  const headers = { authorization: `TD1 ${target.apikey}` };
  const response = await fetch(`${target.url}/v3/job/result/${jobId}?${query}`, { headers });
  if (!response.ok) throw new Error(`${response.status} ${await response.text()}`);
  const stream = new Uint8Array(await response.arrayBuffer());
  return { bytes: stream.length, rows: tableFromIPC(stream).numRows };
}

// A small result first: all modules are loaded, and the connections open.
const small = await finishedJob(target, "select 1 as n", { blocks: true });
await read_svc_job(Number(small.jobId), engine);
await arrow(small.jobId);
const { jobId } = await finishedJob(target, frameQuery(Number(rows)), { blocks: true });
const [blocks] = await timed(() => read_svc_job(Number(jobId), engine));
const [first, stream] = await timed(() => arrow(jobId));
const [kept] = await timed(() => arrow(jobId));
report({ ms: first, first, kept, blocks, bytes: stream.bytes, rows: stream.rows });
client.close();
