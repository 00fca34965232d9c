import { ClusterError } from "../../../engine/errors/cluster-error.ts";
import type { Coordinator } from "./coordinator.ts";
import { parseExactJson } from "../../../core/wire/exact-json.ts";
import type { Rows } from "../../../core/wire/statement/statement-reply.ts";

/** Rows in segments, inline or by URI: the spooling protocol. */
interface SpooledData {
  readonly encoding: string;
  readonly segments: readonly Segment[];
}

interface Segment {
  readonly type: "inline" | "spooled";
  /** Base64 of an inline segment. */
  readonly data?: string;
  readonly uri?: string;
  /** To be requested once the rows are read; the server then deletes them. */
  readonly ackUri?: string;
  readonly headers?: Readonly<Record<string, readonly string[]>>;
}

export async function* pageRows(
  data: unknown,
  coordinator: Coordinator,
  signal: AbortSignal,
): AsyncGenerator<Rows> {
  if (Array.isArray(data)) {
    yield data as Rows;
    return;
  }
  const { encoding, segments } = data as SpooledData;
  if (encoding !== "json")
    throw new ClusterError(`The cluster sends rows as ${encoding} instead of the requested json.`);
  for (const segment of segments) {
    const bytes = await segmentBytes(segment, coordinator, signal);
    yield parseExactJson(bytes.toString("utf8")) as Rows;
  }
}

async function segmentBytes(
  { type, data, uri, ackUri, headers }: Segment,
  coordinator: Coordinator,
  signal: AbortSignal,
): Promise<Buffer> {
  if (type === "inline") return Buffer.from(data ?? "", "base64");
  if (uri === undefined) throw new ClusterError("The cluster sent a spooled segment without its address.");
  const flat = Object.fromEntries(
    Object.entries(headers ?? {}).map(([name, values]) => [name, values.join(", ")]),
  );
  const bytes = await coordinator.download(uri, flat, signal);
  if (ackUri !== undefined) await coordinator.acknowledge(ackUri, flat);
  return bytes;
}
