import type * as Zmq from "zeromq";
import { logFault } from "../log-fault.ts";
import { decodeMessage, WireError, type Message } from "./message.ts";
import type { Signer } from "./signer.ts";

export type { Dealer, Publisher, Reply, Router, Subscriber } from "zeromq";

/** ZeroMQ's native part, loaded when the first socket is opened. */
export const loadZmq = (): Promise<typeof Zmq> => import("zeromq");

/**
 * Options of every socket: sends complete at once, and no message is dropped for a peer that reads slowly.
 * They linger for less than half a second, after which ZeroMQ complains of a client that is gone.
 * With a waiting send, zeromq.js turns one send in some hundred asynchronous and refuses the next one meanwhile.
 */
export const SEND_OPTIONS = { sendTimeout: 0, sendHighWaterMark: 0, linger: 300 } as const;
export const RECEIVE_OPTIONS = { receiveHighWaterMark: 0 } as const;

/** Receives a socket's messages until it is closed. Those that cannot be read or are wrongly signed are dropped. */
export async function receiveMessages(
  socket: AsyncIterable<Buffer[]>,
  signer: Signer,
  sender: string,
  receive: (message: Message) => void,
): Promise<void> {
  try {
    for await (const frames of socket) {
      try {
        receive(decodeMessage(frames, signer));
      } catch (error) {
        if (!(error instanceof WireError)) logFault(`a message of ${sender} was not handled`, error);
      }
    }
  } catch (error) {
    logFault(`the socket to ${sender} has failed`, error);
  }
}
