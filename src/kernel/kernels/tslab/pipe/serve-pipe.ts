import { decodeMessage, encodeMessage, type Message } from "../../../wire/message.ts";
import { Signer } from "../../../wire/signer.ts";
import { unsigned } from "./pipe-channel.ts";
import { ChildPipe } from "./child-pipe.ts";
import { uninterrupted } from "../stop/stopper.ts";
import type { CellHandler, ServerSocket, TslabModules, ZmqServer } from "../tslab-internals.ts";

// Captured early, because cells may replace globals.
const { parse, stringify } = JSON;

/** tslab insists on signatures, whatever the key. */
const TSLAB_KEY = "svclib";
const tslabSigner = new Signer(TSLAB_KEY);

export interface PipeHandlers {
  readonly onCell: (request: Message, handler: CellHandler) => void;
  readonly onNotice: (message: unknown) => void;
  /** The proxy is gone. */
  readonly onEnd: () => void;
}

export interface ServedPipe {
  /** @param message - Creates the message. */
  send(channel: "iopub" | "shell", message: () => Message): void;
  notify(message: object): void;
  /** Runs `act` and sends its messages in one write. */
  together(act: () => void): void;
}

/** Makes tslab serve the pipe instead of ZeroMQ sockets, on which it loses messages: it awaits neither binding nor sending. */
export function servePipe({ jupyter }: TslabModules, { onCell, onNotice, onEnd }: PipeHandlers): ServedPipe {
  let server: ZmqServer | undefined;
  const pipe = new ChildPipe(({ channel, frames }) => {
    if (channel === "svc") return onNotice(parse(String(frames[0])));
    if (!server) return;
    const message = uninterrupted(() => decodeMessage(frames, unsigned));
    // Bypasses tslab's message handling, whose signatures take longer than the pipe.
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
    // Unused: tslab never asks for input, and the proxy answers heartbeats.
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
