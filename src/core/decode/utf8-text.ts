import { DecodeError } from "../errors.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** @throws DecodeError when the bytes are not UTF-8. */
export function utf8Text(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes);
  } catch (cause) {
    throw new DecodeError("a text is not valid UTF-8; select it as varbinary or binary", { cause });
  }
}
