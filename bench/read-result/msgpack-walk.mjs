// Lower bound: the same bytes fetched, decompressed at once and walked value by value in memory, without storing any. (Streaming is slower.)
import { decodeMulti } from "@msgpack/msgpack";
import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import fetch from "node-fetch";
import { report } from "../lib/measure.mjs";

const base = process.env["SVC_API_SERVER"];
const headers = { authorization: `TD1 ${process.env["SVC_API_KEY"]}` };
await (await fetch(`${base}/v3/database/list`, { headers })).text();
const started = performance.now();
const response = await fetch(`${base}/v3/job/result/${process.argv[2]}?format=msgpack.gz`, { headers });
const bytes = await promisify(gunzip)(Buffer.from(await response.arrayBuffer()));
let rows = 0;
let values = 0;
for (const row of decodeMulti(bytes, { useBigInt64: true })) {
  rows++;
  for (const value of row) if (value !== null) values++;
}
report({ ms: performance.now() - started, rows, values });
