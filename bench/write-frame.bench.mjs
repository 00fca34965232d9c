// to_svc of one million rows by eight columns by bulk import, as csv and as msgpack. Peer: the original client's to_td of the same frame.
import { fileURLToPath } from "node:url";
import { inTurn, speed, timesLonger, timesMemory } from "./lib/measure.mjs";
import { originEnv, pythonWithOrigin } from "./lib/python.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(`./write-frame/${name}`, import.meta.url));

export default async function measure() {
  const python = pythonWithOrigin();
  return withService(async ({ url, apikey, env }) => {
    const found = [];
    for (const fmt of ["csv", "msgpack"]) {
      const [ours, origin] = await inTurn(
        [
          [process.execPath, script("ours.mjs"), fmt, String(rows)],
          python && [python, script("origin.py"), fmt, String(rows)],
        ],
        { env: { ...env, ...originEnv({ url, apikey }) } },
      );
      const what = `to_svc ${rows.toLocaleString("en")} x 8, ${fmt}`;
      found.push({
        what,
        ours: speed(ours, rows),
        peer: origin
          ? `original to_td: ${speed(origin, rows)}`
          : "original to_td: NOT RUN, it can't be installed here",
        ratio: origin
          ? `${timesLonger(origin, ours)} x faster, ${timesMemory(ours, origin)} of its memory`
          : "",
        aim: fmt === "csv" ? ">= 20" : ">= 10",
        samples: { ours, peer: origin },
      });
    }
    return found;
  });
}
