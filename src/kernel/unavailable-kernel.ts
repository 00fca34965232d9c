import type { DealerChannel } from "./wire/channels.ts";
import { namedContent } from "./cells/error-content.ts";
import { brandKernelInfo } from "./kernels/brand-kernel-info.ts";
import { PROTOCOL_VERSION, type Content, type Message } from "./wire/message.ts";
import type { ServerSockets } from "./wire/server-sockets.ts";

/** Replaces a real kernel that can't run: every cell fails with the reason. Restarting the kernel tries again. */
export class UnavailableKernel {
  readonly #frontend: ServerSockets;
  readonly #name: string;
  readonly #reason: string;

  constructor(frontend: ServerSockets, name: string, reason: string) {
    this.#frontend = frontend;
    this.#name = name;
    this.#reason = reason;
    frontend.emit("status", { execution_state: "idle" });
  }

  handle(channel: DealerChannel, request: Message): void {
    if (channel === "stdin") return;
    const content = this.#content(request);
    this.#frontend.whileBusy(request, () => {
      if (request.type === "execute_request") this.#frontend.emit("error", this.#error, request);
      if (content) this.#frontend.reply(channel, request, content);
    });
  }

  get #error(): Content {
    return namedContent("KernelUnavailable", `${this.#reason}; then restart this kernel`);
  }

  #content({ type, content }: Message): Content | null {
    switch (type) {
      case "kernel_info_request":
        return brandKernelInfo(
          { protocol_version: PROTOCOL_VERSION, implementation: `svc-${this.#name}` },
          {
            realKernel: `${this.#name}, which cannot run: ${this.#reason}`,
            languageInfo: {
              name: "typescript",
              version: "",
              mimetype: "text/x.typescript",
              file_extension: ".ts",
            },
          },
        );
      case "execute_request":
        return { status: "error", execution_count: 0, user_expressions: {}, payload: [], ...this.#error };
      case "complete_request": {
        const cursor = content["cursor_pos"] ?? 0;
        return { status: "ok", matches: [], cursor_start: cursor, cursor_end: cursor, metadata: {} };
      }
      case "inspect_request":
        return { status: "ok", found: false, data: {}, metadata: {} };
      case "is_complete_request":
        return { status: "unknown" };
      case "history_request":
        return { status: "ok", history: [] };
      case "comm_info_request":
        return { status: "ok", comms: {} };
      default:
        return null;
    }
  }
}
