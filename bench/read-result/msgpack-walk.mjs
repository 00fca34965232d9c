// The floor: the same bytes fetched, gunzipped and walked value by value, kept nowhere.
import { decodeMultiStream } from "@msgpack/msgpack";
import { createGunzip } from "node:zlib";
import { pipeline } from "node:stream/promises";
import fetch from "node-fetch";
import { report } from "../lib/measure.mjs";

const base = process.env["SVC_API_SERVER"];
const headers = { authorization: `TD1 ${process.env["SVC_API_KEY"]}` };
await (await fetch(`${base}/v3/database/list`, { headers })).text();
const started = performance.now();
const response = await fetch(`${base}/v3/job/result/${process.argv[2]}?format=msgpack.gz`, { headers });
let rows = 0;
let values = 0;
await pipeline(response.body, createGunzip(), async (bytes) => {
  for await (const row of decodeMultiStream(bytes, { useBigInt64: true })) {
    rows++;
    for (const value of row) if (value !== null) values++;
  }
});
report({ ms: performance.now() - started, rows, values });
