import { warn } from "../../warnings.ts";

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
const lenient = new TextDecoder("utf-8", { ignoreBOM: true });

/** Decodes UTF-8, with U+FFFD for invalid bytes; calls `onRepair` if there are any. */
export function utf8Text(bytes: Uint8Array, onRepair: () => void): string {
  try {
    return strict.decode(bytes);
  } catch {
    onRepair();
    return lenient.decode(bytes);
  }
}

/** Makes a function that warns of such text on its first call only. */
export function textWarning(): (where: string) => void {
  let warned = false;
  return (where) => {
    if (warned) return;
    warned = true;
    warn(
      "result-text",
      `${where} holds text that is not valid UTF-8; invalid bytes are shown as U+FFFD: select it as varbinary or binary to get the bytes`,
    );
  };
}
