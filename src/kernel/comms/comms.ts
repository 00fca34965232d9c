// This folder: what frontends ask beside cells: the grid's pages, checks of a cell, completion for the extension.

import { textField, type Content, type Message } from "../wire/message.ts";
import type { ServerSockets } from "../wire/server-sockets.ts";

/** Methods that JupyterLab's extension can call, by name. An exception becomes the error of the reply. */
export type CommMethods = Readonly<Record<string, (params: Content) => unknown>>;

const TARGET = "svclib";
/** Each frontend of a notebook opens one. */
const MAX_COMMS = 64;

/**
 * Comms of the notebook's frontends. Ours handles requests `{id, method, params}` with replies `{id, result}` or `{id, error}`, even while
 * a cell runs; others are closed at once, as the protocol requires for unknown targets. Comms opened before a restart of the kernel are
 * closed too, which tells their frontend.
 */
export class Comms {
  readonly #frontend: Pick<ServerSockets, "emit" | "besideCells">;
  readonly #methods: CommMethods;
  readonly #open = new Set<string>();

  constructor(frontend: Pick<ServerSockets, "emit" | "besideCells">, methods: CommMethods) {
    this.#frontend = frontend;
    this.#methods = methods;
  }

  /** Content of the reply to a `comm_info_request`. */
  info({ target_name: target }: Content): Content {
    const ours = target === undefined || target === TARGET ? [...this.#open] : [];
    return { status: "ok", comms: Object.fromEntries(ours.map((id) => [id, { target_name: TARGET }])) };
  }

  handle(request: Message): void {
    this.#frontend.besideCells(request, () => this.#take(request));
  }

  #take(request: Message): void {
    const id = textField(request.content, "comm_id");
    if (request.type === "comm_close") return void this.#open.delete(id);
    if (request.type === "comm_msg" && this.#open.has(id)) return void this.#answer(id, request);
    const isOurs = request.type === "comm_open" && request.content["target_name"] === TARGET;
    if (isOurs && this.#open.size < MAX_COMMS) return void this.#open.add(id);
    this.#frontend.emit("comm_close", { comm_id: id, data: {} }, request);
  }

  async #answer(comm: string, request: Message): Promise<void> {
    const { id, method, params } = (request.content["data"] ?? {}) as Content;
    const answer = await this.#call(method, params).then(
      (result) => ({ id, result }),
      (error: unknown) => ({ id, error: error instanceof Error ? error.message : String(error) }),
    );
    this.#frontend.emit("comm_msg", { comm_id: comm, data: answer }, request);
  }

  async #call(name: unknown, params: unknown): Promise<unknown> {
    if (typeof name !== "string" || !Object.hasOwn(this.#methods, name))
      throw new Error(
        `this svclib does not know the request ${JSON.stringify(name)}; install the extension again: npx svclib kernel install`,
      );
    const content = typeof params === "object" && params !== null ? (params as Content) : {};
    return (await this.#methods[name]?.(content)) ?? null;
  }
}
