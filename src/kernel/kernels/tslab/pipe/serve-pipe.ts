import type { Message } from "../../../wire/message.ts";
import { decodeMessage, encodeMessage } from "../../../wire/message.ts";
import { Signer } from "../../../wire/signer.ts";
import { unsigned } from "./pipe-channel.ts";
import { ChildPipe } from "./child-pipe.ts";
import { uncut } from "../stop/stopper.ts";
import type { CellHandler, ServerSocket, TslabModules, ZmqServer } from "../tslab-internals.ts";

// A cell may replace what it finds on the global object.
const { parse, stringify } = JSON;

/** tslab checks signatures whatever its key. */
const TSLAB_KEY = "svclib";
const tslabSigner = new Signer(TSLAB_KEY);

export interface PipeHandlers {
  /** Gets each cell that is to be run, and what of tslab runs it. */
  readonly onCell: (request: Message, handler: CellHandler) => void;
  /** Gets what the proxy says that is no Jupyter message. */
  readonly onNotice: (message: unknown) => void;
  /** The proxy is gone. */
  readonly onEnd: () => void;
}

export interface ServedPipe {
  /** @param message - Makes it. */
  send(channel: "iopub" | "shell", message: () => Message): void;
  /** Tells the proxy something that is no Jupyter message. */
  notify(message: object): void;
  /** Runs `act`, and has all that it sends leave in one piece. */
  together(act: () => void): void;
}

/**
 * Has tslab serve the pipe to the proxy instead of sockets of its own, which lose messages: it awaits neither their binding nor its
 * sends.
 */
export function servePipe({ jupyter }: TslabModules, { onCell, onNotice, onEnd }: PipeHandlers): ServedPipe {
  let server: ZmqServer | undefined;
  const pipe = new ChildPipe(({ channel, frames }) => {
    if (channel === "svc") return onNotice(parse(String(frames[0])));
    if (!server) return;
    const message = uncut(() => decodeMessage(frames, unsigned));
    // Past tslab's own messages, whose making and signing takes longer than the pipe.
    if (message.type === "execute_request") return onCell(message, server.handler);
    const socket = channel === "control" ? server.control : server.shell;
    void server.handleShellMessage(socket, ...encodeMessage(message, tslabSigner));
  }, onEnd);
  const socket = (channel: "shell" | "control" | "iopub"): ServerSocket => ({
    send: (frames) => pipe.send(channel, () => frames),
    close: () => undefined,
  });
  const serve = (started: ZmqServer): void => void (server = started);
  jupyter.ZmqServer.prototype.init = function () {
    this.connInfo = { key: TSLAB_KEY };
    this.iopub = socket("iopub");
    this.shell = socket("shell");
    this.control = socket("control");
    // Neither is used: tslab never asks for input, and the proxy answers heartbeats.
    this.stdin = this.hb = { send: () => undefined, close: () => undefined };
    serve(this);
    return Promise.resolve();
  };
  return {
    send: (channel, message) => pipe.send(channel, () => encodeMessage(message(), unsigned)),
    notify: (message) => pipe.send("svc", () => [stringify(message)]),
    together: (act) => pipe.together(act),
  };
}
