// Entry of the kernel process: node main.js --kernel tslab|deno -f CONNECTION_FILE
import { parseArgs } from "node:util";
import { readConnectionFile } from "./connection.ts";
import { findAdapter } from "./kernels/find-adapter.ts";
import { followParent } from "./follow-parent.ts";
import { LocalService } from "./local-service/local-service.ts";
import { Proxy } from "./proxy.ts";

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { kernel: { type: "string", default: "tslab" }, file: { type: "string", short: "f" } },
  });
  if (values.file === undefined) throw new Error("usage: main.js --kernel tslab|deno -f CONNECTION_FILE");
  const service = new LocalService();
  const proxy = new Proxy({
    connection: readConnectionFile(values.file),
    adapter: await findAdapter(values.kernel),
    magics: () => import("./cell-magics.ts"),
    beforeService: (signal, say) => service.ensure(signal, say),
    connect: async () => (await import("../core/connect.ts")).connect(),
    onEnd: (code) => process.exit(code),
  });
  process.on("SIGINT", () => void proxy.interrupt());
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => void proxy.end(0));
  followParent(() => void proxy.end(0));
  await proxy.start();
}

main().catch((error: unknown) => {
  process.stderr.write(`svclib: ${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
});
