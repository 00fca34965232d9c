// This folder: what differs between tslab and Deno, and what runs inside them.

import type { ChildProcess } from "node:child_process";
import type { NotebookTables } from "../../magics/known-catalogue.ts";
import type { ChildEvent } from "./child-library.ts";
import type { Channels, Receive } from "../wire/channels.ts";
import type { ConnectionInfo } from "../wire/connection-file.ts";
import type { Content, Message } from "../wire/message.ts";
import type { OffsetUnit } from "../wire/code-points.ts";

/** Requests to the real kernel that frontends don't see. */
export interface HiddenRequests {
  /** Runs code; resolves with the content of the reply. */
  execute(code: string): Promise<Content>;
  /** Sends a control request without waiting for its reply. */
  control(type: string, content: Content): void;
  /** Listens for private messages of a type until the kernel has exited. */
  on(type: string, listener: (content: Content) => void): void;
  /** Content of the next private message of a type; rejects on abort. */
  next(type: string, signal?: AbortSignal): Promise<Content>;
}

/** What a kernel's process says of a value, without running code of the notebook. */
export interface ValueDescription {
  readonly text: string;
  /** A function's source text. */
  readonly source?: string;
  /** Name of the same value among those that every notebook has. */
  readonly library?: string;
}

/** One process of the real kernel. */
export interface ChildKernel {
  readonly process: ChildProcess;
  /** Resolves with a description when the process has exited or could not be started. */
  readonly exit: Promise<string>;
  /** @param onFault - Receives errors about messages that can't be read. */
  connect(receive: Receive, onFault: (error: unknown) => void): Promise<Channels>;
  /** Prepares the kernel before the first cell, once it replies; only for kernels that start unprepared. */
  boot?(): Promise<void>;
  /** Loads this library into the process, once: before a cell that uses it, or when idle. */
  load(): Promise<void>;
  /** Announces that the next cell draws a chart: what draws it is loaded while the cell waits for a query. */
  expectChart(): void;
  /** The names that are variables of the notebook. */
  bound(names: readonly string[]): Promise<readonly string[]>;
  /** Columns of the variables among these names that can stand in FROM of local SQL. */
  tables(names: readonly string[]): Promise<NotebookTables>;
  /** Copies a displayed table for the grid, also while a cell waits. @throws Error if it can't be copied */
  copyGrid(id: string): Promise<void>;
  /** Gives the next cell names that notebooks have without an import ({@link CellPlan.notebookNames}). */
  use(names: readonly string[]): Promise<void>;
  /** Columns of the table in a variable, or fields of a nested row, for a kernel that does not complete them itself; empty for anything else. */
  columns?(name: string, fields: readonly string[]): Promise<readonly string[]>;
  /** The value of a variable or of a property of it, for a kernel that does not explain names itself; null if there is none to read. */
  describe?(path: readonly string[]): Promise<ValueDescription | null>;
  /**
   * Runs a cell. Resolves with the content of its reply, error included, when everything that it published has arrived.
   *
   * @param send - Sends the prepared request and waits for the kernel's reply.
   */
  run(request: Message, send: (prepared: Message) => Promise<Content>): Promise<Content>;
  /** An expression's value in the form of `user_expressions`. */
  evaluate(code: string): Promise<Content>;
  /** Stops the running cell. @param whenEnded - Resolves when it has ended. @returns then, or when nothing more can be done. */
  interrupt(whenEnded: Promise<unknown>): Promise<void>;
  /** Asks the kernel to exit; the caller kills it if it does not. */
  end(): void;
  /** Stops the guard of the process; to be called after its exit. */
  release(): Promise<void>;
}

/** All differences between the real kernels; everything else is in the proxy. */
export interface KernelAdapter {
  readonly name: "tslab" | "deno";
  /** Unit of `cursor_pos`. */
  readonly cursorUnit: OffsetUnit;
  /**
   * Starts the real kernel as a process that does not outlive this one. Nothing is sent before {@link ChildKernel.connect}.
   *
   * @param newConnection - Returns ports to listen on; called again if one was taken before the kernel could bind it.
   * @param onEvent - Receives the library's events: pending work on services, the current database.
   * @param onOutput - Receives what the process and those that it started write to their streams, if the kernel does not show it itself.
   */
  start(
    hidden: HiddenRequests,
    newConnection: () => Promise<ConnectionInfo>,
    onEvent: (event: ChildEvent) => void,
    onOutput: (text: string, stream: "stdout" | "stderr") => void,
  ): Promise<ChildKernel>;
  /** Content of `kernel_info_reply`, derived from the real kernel's. */
  kernelInfo(content: Content): Content;
}
