import { textField, type Content, type Message } from "../wire/message.ts";

/** Beginning of the HTML of a running operation's progress. */
const RUNNING = /^<div><progress /;

/** Displays of the progress of running operations, which stay as they are if the real kernel's process is killed. */
export class RunningDisplays {
  /** Names of the operations by display id. */
  readonly #names = new Map<unknown, string>();

  note({ type, content }: Message): void {
    if (type !== "display_data" && type !== "update_display_data") return;
    const data = (content["data"] ?? {}) as Content;
    const { display_id: id } = (content["transient"] ?? {}) as Content;
    if (RUNNING.test(textField(data, "text/html")))
      this.#names.set(id, textField(data, "text/plain").replace(/: .*/, ""));
    else this.#names.delete(id);
  }

  /** Content of the updates that end them. */
  end(): Content[] {
    const displays = Array.from(this.#names, ([id, name]) => ({
      data: { "text/plain": `${name}: ended with the kernel` },
      metadata: {},
      transient: { display_id: id },
    }));
    this.#names.clear();
    return displays;
  }
}
