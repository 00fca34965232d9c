import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { Signal } from "@lumino/signaling";

/** The part of the class that is tested. */
interface KernelComm {
  readonly opened: Signal<object, void>;
  readonly lost: Signal<object, string>;
  ask(method: string, params?: object): Promise<unknown>;
}
// By a name, as its types are those of JupyterLab, which this part is not checked with.
const file = "../../../src/lab/comm/kernel-comm.ts";
const { KernelComm } = (await import(file)) as {
  readonly KernelComm: { of(kernel: FakeKernel): KernelComm };
};

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

interface SentRequest {
  readonly id: number;
  readonly method: string;
}

/** A kernel as JupyterLab gives it, whose comms note what is sent. */
class FakeKernel {
  readonly statusChanged = new Signal<this, string>(this);
  readonly connectionStatusChanged = new Signal<this, string>(this);
  readonly disposed = new Signal<this, void>(this);
  readonly isDisposed = false;
  status = "idle";
  handleComms = true;
  readonly comms: { onMsg: (message: object) => void; onClose: () => void; readonly sent: SentRequest[] }[] =
    [];

  createComm() {
    const sent: SentRequest[] = [];
    const comm = {
      onMsg: (): void => undefined,
      onClose: (): void => undefined,
      isDisposed: false,
      open: (): void => undefined,
      send: (request: SentRequest) => void sent.push(request),
      sent,
    };
    this.comms.push(comm);
    return comm;
  }

  /** Replies on the latest comm. */
  reply(data: object): void {
    this.comms.at(-1)?.onMsg({ content: { data } });
  }

  sent(): string[] {
    return (this.comms.at(-1)?.sent ?? []).map(({ id, method }) => `${id} ${method}`);
  }
}

function open(): { kernel: FakeKernel; comm: KernelComm; told: string[] } {
  const kernel = new FakeKernel();
  const comm = KernelComm.of(kernel);
  const told: string[] = [];
  comm.opened.connect(() => void told.push("opened"));
  comm.lost.connect((_, reason) => void told.push(reason));
  return { kernel, comm, told };
}
const HELLO = { id: -1 };

test("the kernel is greeted until it answers; then it gets what was asked meanwhile", async () => {
  const { kernel, comm, told } = open();
  const tables = comm.ask("tables", { database: "web" });
  jest.advanceTimersByTime(4000);
  expect(kernel.sent()).toEqual(["-1 hello", "-1 hello", "-1 hello"]);
  kernel.reply(HELLO);
  kernel.reply(HELLO);
  jest.advanceTimersByTime(4000);
  expect(kernel.sent().slice(3)).toEqual(["0 tables"]);
  expect(told).toEqual(["opened"]);
  kernel.reply({ id: 0, result: [1] });
  expect(await tables).toEqual([1]);
});

test("replies find their requests, in any order, errors too", async () => {
  const { kernel, comm } = open();
  kernel.reply(HELLO);
  const [one, other] = [comm.ask("one"), comm.ask("other")];
  kernel.reply({ id: 1, error: "no such table" });
  kernel.reply({ id: 0, result: null });
  kernel.reply({ id: 7, result: "late" });
  await expect(other).rejects.toThrow("no such table");
  expect(await one).toBeNull();
});

test("a kernel that does not answer within a minute fails the request", async () => {
  const { kernel, comm } = open();
  kernel.reply(HELLO);
  const asked = comm.ask("jobs");
  jest.advanceTimersByTime(60_000);
  await expect(asked).rejects.toThrow("the kernel did not answer (jobs)");
});

test("a restart fails what was asked, and opens a new comm with the new connection", async () => {
  const { kernel, comm, told } = open();
  kernel.reply(HELLO);
  const asked = comm.ask("jobs");
  kernel.statusChanged.emit("restarting");
  await expect(asked).rejects.toThrow("The kernel was restarted");
  kernel.connectionStatusChanged.emit("connecting");
  expect(kernel.comms).toHaveLength(1);
  kernel.connectionStatusChanged.emit("connected");
  kernel.reply(HELLO);
  expect(kernel.comms).toHaveLength(2);
  expect(told).toEqual(["opened", "The kernel was restarted", "opened"]);
});

test("after a lost connection what is pending is sent again", () => {
  const { kernel, comm } = open();
  kernel.reply(HELLO);
  void comm.ask("jobs");
  kernel.connectionStatusChanged.emit("connected");
  expect(kernel.sent()).toEqual(["-1 hello", "0 jobs", "-1 hello", "0 jobs"]);
});

test("a kernel that closes the comm before it answers has an earlier svclib", async () => {
  const { kernel, comm, told } = open();
  kernel.comms[0]?.onClose();
  expect(told).toEqual(["This kernel does not support the extension"]);
  await expect(comm.ask("jobs")).rejects.toThrow("this kernel does not support the extension; update svclib");
});

test("one that closes it later was restarted, and is greeted again", () => {
  const { kernel, told } = open();
  kernel.reply(HELLO);
  kernel.comms[0]?.onClose();
  expect(told).toEqual(["opened", "The kernel was restarted"]);
  expect(kernel.comms).toHaveLength(2);
});

test("a kernel that another tab uses is not asked, and a kernel has one comm", async () => {
  const kernel = new FakeKernel();
  kernel.handleComms = false;
  const comm = KernelComm.of(kernel);
  await expect(comm.ask("jobs")).rejects.toThrow("another tab shows this kernel's tables");
  expect(kernel.comms).toHaveLength(0);
  expect(KernelComm.of(kernel)).toBe(comm);
});
