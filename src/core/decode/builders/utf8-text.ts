import { warn } from "../../warnings.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of bytes, with U+FFFD for what is no UTF-8 in them; `onRepair` is called then. */
export function utf8Text(bytes: Uint8Array, onRepair: () => void): string {
  try {
    return strict.decode(bytes);
  } catch {
    onRepair();
    return lenient.decode(bytes);
  }
}

/** Warns of such a text, the first time it is called. */
export function textWarning(): (where: string) => void {
  let warned = false;
  return (where) => {
    if (warned) return;
    warned = true;
    warn(
      "result-text",
      `${where} holds text that is not valid UTF-8, shown with U+FFFD in it; select it as varbinary or binary to have its bytes`,
    );
  };
}
