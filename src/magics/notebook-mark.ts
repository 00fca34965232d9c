import { createHash, randomUUID } from "node:crypto";
import process from "node:process";

/** Gives this process, and those that it starts, a mark of the notebook, unless it has one: the same for a later kernel of the notebook where Jupyter says which it is. */
export function markProcess(): void {
  const notebook = process.env["JPY_SESSION_NAME"];
  process.env["SVC_NOTEBOOK"] ??=
    notebook === undefined
      ? randomUUID().slice(0, 12)
      : // A digest: the notebook's path is nobody else's business.
        createHash("sha256").update(notebook).digest("hex").slice(0, 12);
}
