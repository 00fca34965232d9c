import { INCOMPLETE, MsgpackFault, MsgpackReader } from "./msgpack-reader.ts";
import { unpackFile } from "./unpack-file.ts";

/** Values of a gzipped MessagePack file, in groups of one event loop turn each. @throws MsgpackFault */
export async function* readPacked(path: string): AsyncGenerator<unknown[], void> {
  const reader = new MsgpackReader();
  for await (const piece of unpackFile(path)) {
    reader.push(piece);
    const values: unknown[] = [];
    for (let value = reader.next(); value !== INCOMPLETE; value = reader.next()) values.push(value);
    if (values.length > 0) yield values;
  }
  if (!reader.empty) throw new MsgpackFault("The file is cut off within a value.");
}
