// to_svc of one million rows by eight columns by bulk import, from the first byte to the committed table, and the service's memory during
// it: about a minute. Peer: the engine alone, loading such rows from a CSV file. `write-frame` compares with the original client.
import { fileURLToPath } from "node:url";
import { inTurn, rounds, speed, timesLonger } from "./lib/measure.mjs";
import { mega, memoryOf, watchMemory } from "./lib/memory.mjs";
import { withService } from "./lib/service.mjs";

const rows = Number(process.env["SVC_BENCH_ROWS"] ?? 1_000_000);
const script = (name) => fileURLToPath(new URL(name, import.meta.url));

export default async function measure() {
  const found = [];
  for (const fmt of ["csv", "msgpack"])
    found.push(await withService(async ({ env, pid }) => {
      const ours = (count) => [process.execPath, script("write-frame/ours.mjs"), fmt, String(count)];
      const driver = [process.execPath, script("load-frame/driver.mjs"), String(rows)];
      const idle = memoryOf(pid);
      const once = watchMemory(pid);
      const [own, peer] = await inTurn([ours(rows), driver], { env });
      const held = once();
      const thrice = watchMemory(pid);
      await inTurn([ours(3 * rows)], { env, count: 1 });
      return {
        what: `bulk import of ${rows.toLocaleString("en")} x 8, ${fmt}`,
        ours: `${speed(own, rows)}; service idle ${mega(idle)}, at most ${mega(held)}, with three times the rows ${mega(thrice())}`,
        peer: `engine alone, from a CSV file: ${speed(peer, rows)}`,
        ratio: `${timesLonger(own, peer)} of its time`,
        aim: rows === 1_000_000 ? "<= 1600 ms" : "",
        samples: { ours: own, peer, rounds },
      };
    })); // prettier-ignore
  return found;
}
