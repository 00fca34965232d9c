import type * as Zmq from "zeromq";

export type { Dealer, Publisher, Reply, Router, Subscriber } from "zeromq";

/** ZeroMQ's native part, loaded when the first socket is opened. */
export const loadZmq = (): Promise<typeof Zmq> => import("zeromq");

/**
 * Options of every socket: sends complete at once, and no message is dropped for a peer that reads slowly.
 * With a waiting send, zeromq.js turns one send in some hundred asynchronous and refuses the next one meanwhile.
 */
export const SEND_OPTIONS = { sendTimeout: 0, sendHighWaterMark: 0, linger: 500 } as const;
export const RECEIVE_OPTIONS = { receiveHighWaterMark: 0 } as const;
