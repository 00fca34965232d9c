// Entry of the kernel process: node main.js --kernel tslab|deno -f CONNECTION_FILE
import { parseArgs } from "node:util";
import { explainMissing } from "../core/files/missing-package.ts";
import { visibleText } from "../core/text/visible-text.ts";
import {
  connectionPorts,
  createConnection,
  readConnectionFile,
  PORTS_TAKEN_CODE,
} from "./wire/connection-file.ts";
import { KernelConnection } from "./child/kernel-connection.ts";
import { ChildWork } from "./child/child-work.ts";
import { clientUnit } from "./wire/code-points.ts";
import type { ChildKernel, KernelAdapter } from "./kernels/kernel-adapter.ts";
import { sweepTemporaryFolders, temporaryFolder } from "./temporary-folder.ts";
import { GRID_FOLDER } from "../magics/display/grid/grid-file.ts";
import { markProcess } from "../magics/notebook-jobs.ts";
import { logFault } from "./log-fault.ts";
import type { Proxy } from "./proxy.ts";
import { NotebookState } from "./cells/notebook-state.ts";

// Requests and events handle their own errors. Whatever escapes must not end the kernel and its variables either.
process.on("uncaughtException", (error) => logFault("unexpected", error));

async function findAdapter(name: string): Promise<KernelAdapter> {
  if (name === "tslab") return (await import("./kernels/tslab/tslab-kernel.ts")).tslabKernel;
  if (name === "deno") return (await import("./kernels/deno/deno-kernel.ts")).denoKernel;
  throw new Error(`Unknown kernel ${name}; expected tslab or deno`);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { kernel: { type: "string", default: "tslab" }, file: { type: "string", short: "f" } },
  });
  if (values.file === undefined) throw new Error("usage: main.js --kernel tslab|deno -f CONNECTION_FILE");
  const connection = readConnectionFile(values.file);
  const adapter = await findAdapter(values.kernel);
  const link = new KernelConnection();
  const own = connectionPorts(connection);
  markProcess();
  // Folder for copies of displayed tables, shared with the real kernel; created when a frontend supports grids.
  process.env[GRID_FOLDER] = temporaryFolder("grid");
  const work = new ChildWork();
  const state = new NotebookState();
  // Output of before there is a proxy does not come from a cell.
  let proxy: Proxy | undefined;
  const startChild = (): Promise<ChildKernel> =>
    adapter.start(
      link,
      () => createConnection(`svc-${adapter.name}`, own),
      (event) => {
        if ("database" in event) state.database = event.database;
        else work.record(event);
      },
      (text, stream) => proxy?.print(text, stream),
    );
  const child = startChild();
  // Reported when the proxy awaits it.
  child.catch(() => undefined);
  // The real kernel starts while the rest of this process is loaded.
  const [{ Proxy: KernelProxy }, { LocalService }, { pollParent }] = await Promise.all([
    import("./proxy.ts"),
    import("./local-service/local-service.ts"),
    import("./child/parent-poller.ts"),
  ]);
  const service = new LocalService();
  const started = (proxy = new KernelProxy({
    connection,
    adapter,
    clientUnit: clientUnit(values.file),
    child,
    startChild,
    work,
    state,
    link,
    magics: async () => {
      const magics = await import("./cells/cell-magics.ts");
      // The real kernel starts meanwhile.
      magics.prepareReading();
      return magics;
    },
    beforeService: (signal, say, isOwn) => service.ensure(signal, say, isOwn),
    connect: async () => (await import("../core/connect.ts")).connect(),
    onEnd: (code) => process.exit(code),
  }));
  process.on("SIGINT", () => void started.interrupt());
  for (const signal of ["SIGTERM", "SIGHUP"] as const) process.on(signal, () => void started.end(0));
  pollParent(started, () => void started.end(0));
  await started.start();
  sweepTemporaryFolders().catch((error: unknown) => logFault("files of killed kernels are left", error));
}

main().catch((thrown: unknown) => {
  const error = explainMissing(thrown);
  process.stderr.write(`svclib: ${visibleText(error instanceof Error ? error.message : String(error))}\n`);
  process.exit((error as NodeJS.ErrnoException).code === "EADDRINUSE" ? PORTS_TAKEN_CODE : 1);
});
