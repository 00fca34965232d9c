import { PIPE_KEY } from "./channel.ts";
import { ChildPipe } from "./child-pipe.ts";
import type { ServerSocket, TslabModules, ZmqServer } from "./tslab-internals.ts";

export interface PipeHandlers {
  /** Gets what the proxy says that is no Jupyter message. */
  readonly onTold: (message: unknown) => void;
  /** The proxy is gone. */
  readonly onEnd: () => void;
}

export interface ServedPipe {
  /** Tells the proxy something that is no Jupyter message. */
  tell(message: object): void;
  /** Runs `act`, and has all that it sends leave in one piece. */
  together(act: () => void): void;
}

/**
 * Has tslab serve the pipe to the proxy instead of sockets of its own, which lose messages: it awaits neither their binding nor its
 * sends.
 */
export function servePipe({ jupyter }: TslabModules, { onTold, onEnd }: PipeHandlers): ServedPipe {
  let server: ZmqServer | undefined;
  const pipe = new ChildPipe(({ channel, frames }) => {
    if (channel === "svc") onTold(JSON.parse(String(frames[0])));
    else if (server)
      void server.handleShellMessage(channel === "control" ? server.control : server.shell, ...frames);
  }, onEnd);
  const socket = (channel: "shell" | "control" | "iopub"): ServerSocket => ({
    send: (frames) => pipe.send(channel, frames),
    close: () => undefined,
  });
  const serve = (started: ZmqServer): void => void (server = started);
  jupyter.ZmqServer.prototype.init = function () {
    this.connInfo = { key: PIPE_KEY };
    this.iopub = socket("iopub");
    this.shell = socket("shell");
    this.control = socket("control");
    // Neither is used: tslab never asks for input, and the proxy answers heartbeats.
    this.stdin = this.hb = { send: () => undefined, close: () => undefined };
    serve(this);
    return Promise.resolve();
  };
  return {
    tell: (message) => pipe.send("svc", [JSON.stringify(message)]),
    together: (act) => pipe.together(act),
  };
}
