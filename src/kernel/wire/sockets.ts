import type * as Zmq from "zeromq";
import { logFault } from "../log-fault.ts";
import { decodeMessage, WireError, type Message } from "./message.ts";
import type { Signer } from "./signer.ts";

export type { Dealer, Publisher, Reply, Router, Subscriber } from "zeromq";

/** Loads ZeroMQ's native module on demand. */
export const loadZmq = (): Promise<typeof Zmq> => import("zeromq");

/**
 * Options of every socket: non-blocking sends, and no limit after which messages to slow peers are dropped. Linger
 * stays below half a second, after which ZeroMQ reports an error for a vanished client. With a blocking send timeout,
 * zeromq.js makes some sends asynchronous and rejects the next one meanwhile.
 */
export const SEND_OPTIONS = { sendTimeout: 0, sendHighWaterMark: 0, linger: 300 } as const;
export const RECEIVE_OPTIONS = { receiveHighWaterMark: 0 } as const;

/** Receives a socket's messages until it is closed. Malformed and wrongly signed ones are dropped, and `onMalformed` is called for each. */
export async function receiveMessages(
  socket: AsyncIterable<Buffer[]>,
  signer: Signer,
  sender: string,
  receive: (message: Message) => void,
  onMalformed?: () => void,
): Promise<void> {
  try {
    for await (const frames of socket) {
      try {
        receive(decodeMessage(frames, signer));
      } catch (error) {
        if (error instanceof WireError) onMalformed?.();
        else logFault(`a message of ${sender} could not be handled`, error);
      }
    }
  } catch (error) {
    logFault(`the socket to ${sender} has failed`, error);
  }
}
