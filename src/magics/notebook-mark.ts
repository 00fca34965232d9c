import { createHash, randomUUID } from "node:crypto";
import process from "node:process";

/** Marks this process and its children with a notebook id, unless marked; later kernels get the same if Jupyter provides the path. */
export function markProcess(): void {
  const notebook = process.env["JPY_SESSION_NAME"];
  process.env["SVC_NOTEBOOK"] ??=
    notebook === undefined
      ? randomUUID().slice(0, 12)
      : // A digest, to keep the notebook's path private.
        createHash("sha256").update(notebook).digest("hex").slice(0, 12);
}
