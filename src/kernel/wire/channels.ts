import type { Message } from "./message.ts";

/** Channels for requests. */
export type DealerChannel = "shell" | "control" | "stdin";

/** Receives a kernel's replies and publications. */
export type Receive = (channel: DealerChannel | "iopub", message: Message) => void;

export interface Channels {
  send(channel: DealerChannel, message: Message): void | Promise<void>;
  close(): void;
}
