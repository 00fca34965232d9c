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
      const notRun = "original to_td: NOT RUN, it can't be installed here";
      found.push({
        what,
        ours: speed(ours, rows),
        peer: origin ? `original to_td: ${speed(origin, rows)}` : notRun,
        ratio: origin
          ? `${timesLonger(origin, ours)} x faster, ${timesMemory(ours, origin)} of its memory`
          : "",
        samples: { ours, peer: origin },
      });
      // Excludes the service's work and the wait for it.
      const [own, peer] = [ours, origin].map((samples) => samples?.map((run) => ({ ...run, ms: run.cpuMs })));
      found.push({
        what: `${what}, processor time of the client alone`,
        ours: speed(own, rows),
        peer: peer ? `original to_td: ${speed(peer, rows)}` : notRun,
        ratio: peer ? `${timesLonger(peer, own)} x less` : "",
        aim: fmt === "csv" ? ">= 20" : ">= 10",
        samples: { ours: own, peer: peer ?? null },
      });
    }
    return found;
  });
}
