import type { ChildProcess } from "node:child_process";
import type { ChildEvent } from "./child-library.ts";
import type { Channels, Receive } from "../wire/channels.ts";
import type { ConnectionInfo } from "../wire/connection.ts";
import type { Content, Message } from "../wire/message.ts";
import type { OffsetUnit } from "../wire/code-points.ts";

/** Requests to the real kernel that the notebook does not see. */
export interface HiddenRequests {
  /** Runs code; resolves with the content of the reply. */
  execute(code: string): Promise<Content>;
  /** Sends a control request without waiting for its reply. */
  control(type: string, content: Content): void;
  /** Listens to private messages of that type until the kernel has ended. */
  on(type: string, listener: (content: Content) => void): void;
  /** The content of the next private message of that type; rejects when the signal is aborted. */
  next(type: string, signal?: AbortSignal): Promise<Content>;
}

/** One run of the real kernel. */
export interface ChildKernel {
  readonly process: ChildProcess;
  /** Resolves when the process has ended, or could not be started, with words for it. */
  readonly ended: Promise<string>;
  /** @param onFault - Gets what the kernel sends and nobody can read. */
  connect(receive: Receive, onFault: (error: unknown) => void): Promise<Channels>;
  /** Prepares a kernel that starts unprepared, once it answers and before the first cell. */
  boot?(): Promise<void>;
  /** Loads this library into the process, unless it is there: before a cell that uses it, and when there is nothing else to do. */
  load(): Promise<void>;
  /** Which of these names are variables of the notebook. */
  bound(names: readonly string[]): Promise<readonly string[]>;
  /** Columns of the table that a variable holds, for a kernel whose own completion does not know them; none for anything else. */
  columns?(name: string): Promise<readonly string[]>;
  /**
   * Runs a cell. Resolves when everything that the cell published has been received, with the content of its reply, which says why it failed.
   *
   * @param send - Sends the cell as the kernel must be given it, and waits for the kernel's reply.
   */
  run(request: Message, send: (prepared: Message) => Promise<Content>): Promise<Content>;
  /** The value of an expression, as a reply's `user_expressions` say it. */
  evaluate(code: string): Promise<Content>;
  /** Stops the running cell. @param ended - Resolves when it has ended. @returns when it has, or when nothing more can be done. */
  interrupt(ended: Promise<unknown>): Promise<void>;
  /** Asks the kernel to end; the caller ends it by force when it doesn't. */
  end(): void;
  /** Ends what watches over the process; called when that has ended. */
  release(): Promise<void>;
}

/** What differs between the real kernels; everything else is in the proxy. */
export interface KernelAdapter {
  readonly name: "tslab" | "deno";
  /** How the kernel counts `cursor_pos`. */
  readonly cursorUnit: OffsetUnit;
  /**
   * Starts the real kernel, and makes sure that it does not outlive this process. No message is sent before {@link ChildKernel.connect}.
   *
   * @param newConnection - Where it may listen; asked again when somebody took one of the ports before it did.
   * @param onEvent - Receives the library's events: the work that it waits for on services, the current database.
   */
  start(
    hidden: HiddenRequests,
    newConnection: () => Promise<ConnectionInfo>,
    onEvent: (event: ChildEvent) => void,
  ): Promise<ChildKernel>;
  /** What `kernel_info_reply` says, from what the real kernel says. */
  kernelInfo(content: Content): Content;
}
