import Module, { createRequire } from "node:module";
import { resolvePackage } from "../../../core/files/missing-package.ts";

/** The parts of tslab 1.0.22 that the boot module patches, which is why tslab is pinned. */

export interface Converted {
  readonly diagnostics: readonly unknown[];
  readonly declOutput?: string;
  /** JavaScript of the cell. */
  readonly output?: string;
  /** JavaScript of the modules beside the notebook that the cell imports. */
  readonly sideOutputs?: readonly { readonly path: string; readonly data: string }[];
}

export interface Completed {
  readonly start: number;
  readonly candidates: readonly string[];
  /** TypeScript's own answer. */
  readonly original?: { readonly entries: readonly { readonly name: string }[] };
}

export interface Converter {
  convert(prevDecl: string, src: string): Converted;
  inspect(prevDecl: string, src: string, position: number): unknown;
  complete(prevDecl: string, src: string, position: number): Completed;
  addModule(name: string, src: string, meta: unknown): unknown;
  close(): void;
}

export interface ExecutorConsole {
  /** Receives the value of a cell's last expression. */
  log(value: unknown): void;
  /** Receives a thrown value, or the format and arguments of a diagnostic. */
  error(...values: unknown[]): void;
}

export interface Executor {
  execute(src: string): Promise<boolean>;
  interrupt(): void;
  readonly locals: Record<string, unknown>;
}

export type DisplayData = {
  readonly data: object;
  readonly metadata: object;
  readonly transient: { readonly display_id?: string };
};

export type WriteStream = (name: "stdout" | "stderr", text: string) => void;
export type WriteDisplayData = (data: DisplayData, update: boolean) => void;

export interface ServerSocket {
  send(frames: (Buffer | string)[]): void;
  close(): void;
}

export interface CellHandler {
  /** @throws an object with the execution count when the cell failed. */
  handleExecuteImpl(
    content: object,
    writeStream: WriteStream,
    writeDisplayData: WriteDisplayData,
  ): Promise<{ readonly count: number }>;
}

export interface ZmqServer {
  connInfo: { readonly key: string };
  iopub: ServerSocket;
  shell: ServerSocket;
  control: ServerSocket;
  stdin: ServerSocket;
  hb: ServerSocket;
  readonly handler: CellHandler;
  init: (this: ZmqServer) => Promise<void>;
  handleShellMessage: (this: ZmqServer, socket: ServerSocket, ...frames: Buffer[]) => Promise<void>;
}

export interface TslabModules {
  readonly converter: { createConverter: (options: object) => Converter };
  readonly executor: {
    createExecutor: (rootDir: string, converters: object, console: ExecutorConsole) => Executor;
  };
  readonly jupyter: { readonly ZmqServer: { readonly prototype: ZmqServer } };
  readonly main: { startKernel(options: { configPath: string; enableFindLocal: boolean }): void };
}

/** `require` as seen from tslab, with its types. */
export const tslabRequire = createRequire(resolvePackage("tslab"));

interface ModuleLoad {
  _load: (this: unknown, request: string, ...rest: unknown[]) => unknown;
}

/** Loads tslab with another TypeScript than its own. */
export function loadTslab(typescript: object): TslabModules {
  const loader = Module as unknown as ModuleLoad;
  const load = loader._load;
  loader._load = function (request, ...rest) {
    return request === "@tslab/typescript-for-tslab" ? typescript : load.call(this, request, ...rest);
  };
  try {
    return {
      converter: tslabRequire("tslab/dist/converter.js") as TslabModules["converter"],
      executor: tslabRequire("tslab/dist/executor.js") as TslabModules["executor"],
      jupyter: tslabRequire("tslab/dist/jupyter.js") as TslabModules["jupyter"],
      main: tslabRequire("tslab/dist/main.js") as TslabModules["main"],
    };
  } finally {
    loader._load = load;
  }
}
