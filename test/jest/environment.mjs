// Where a test file runs: in the process itself, not in a context of its own, which would need its own copy of every module.
import module from "node:module";
import { ModernFakeTimers } from "@jest/fake-timers";
import { ModuleMocker } from "jest-mock";
import * as hooks from "./load-hooks.mjs";
import { measureProcessorTime } from "./processor-time.mjs";

// Node.js 20 and early 22 have hooks in a thread of their own only.
if (module.registerHooks) module.registerHooks(hooks);
else module.register(new URL("./load-hooks.mjs", import.meta.url));

const { console } = globalThis;
const { exit } = process;

export default class ProcessEnvironment {
  /** What Jest sets is set here, what it reads is the process's. */
  global = Object.create(globalThis);
  moduleMocker = new ModuleMocker(globalThis);
  fakeTimers = null;
  fakeTimersModern;
  #restoreState;
  #recordTime;

  constructor({ projectConfig }, { testPath }) {
    this.#recordTime = measureProcessorTime(testPath);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
  }

  async setup() {
    const { noteState } = await import("./process-state.ts");
    this.#restoreState = noteState();
    globalThis.console = this.global.console;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    this.moduleMocker.restoreAllMocks();
    this.#restoreState?.();
    globalThis.console = console;
    process.exit = exit;
    this.#recordTime();
  }

  exportConditions() {
    return ["node", "node-addons"];
  }

  getVmContext() {
    return null;
  }
}
