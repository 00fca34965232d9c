import type { Message } from "./message.ts";

/** Channels that requests go out on. */
export type DealerChannel = "shell" | "control" | "stdin";

/** Gets what a kernel replies and publishes. */
export type Receive = (channel: DealerChannel | "iopub", message: Message) => void;

/** A connection to a kernel. */
export interface Channels {
  send(channel: DealerChannel, message: Message): void | Promise<void>;
  close(): void;
}
