// This folder: Jupyter's messages over ZeroMQ: signed, on five channels, to the frontend and to the child.

import { randomUUID } from "node:crypto";
import type { Signer } from "./signer.ts";

// Captured early, because in tslab's child cells may replace globals.
const { parse: parseJson, stringify } = JSON;

const DELIMITER = Buffer.from("<IDS|MSG>");

/** Version of the Jupyter messaging protocol in our headers. */
export const PROTOCOL_VERSION = "5.3";

export interface Header {
  readonly msg_id: string;
  readonly msg_type: string;
  readonly session: string;
  readonly username: string;
  readonly date: string;
  readonly version: string;
}

export type Content = Record<string, unknown>;

/** A malformed or wrongly signed message, which receivers drop. */
export class WireError extends Error {
  override readonly name = "WireError";
}

const EMPTY = Buffer.from("{}");

const parse = (frame: Buffer, what: string): Content => {
  let value: unknown;
  try {
    value = parseJson(frame.toString("utf8"));
  } catch (cause) {
    throw new WireError(`Message ${what} is not JSON`, { cause });
  }
  if (typeof value !== "object" || value === null) throw new WireError(`Message ${what} is not an object`);
  return value as Content;
};

const encode = (value: object): Buffer => Buffer.from(stringify(value), "utf8");

const wholeCharacters = (_: string, value: unknown): unknown =>
  typeof value === "string" ? Buffer.from(value).toString() : value;

/** JSON with � for halves of characters: a notebook that has one can't be saved. */
const encodeContent = (content: Content): Buffer => {
  const text = stringify(content);
  // JSON.stringify escapes a half as \udXXX. Text that has these letters itself is found too, and stays as it is.
  return Buffer.from(text.includes(String.raw`\ud`) ? stringify(content, wholeCharacters) : text, "utf8");
};

export interface Frames {
  readonly header: Buffer;
  readonly parentHeader: Buffer;
  readonly metadata: Buffer;
  readonly content: Buffer;
}

/**
 * A Jupyter message. JSON frames are kept as bytes and parsed on demand, so that unchanged frames are passed on byte by byte. Source: Jupyter
 * messaging protocol 5.3, "The wire protocol".
 */
export class Message {
  readonly identities: readonly Buffer[];
  readonly frames: Frames;
  readonly buffers: readonly Buffer[];
  readonly header: Header;
  #parentHeader: Partial<Header> | undefined;
  #content: Content | undefined;

  constructor(
    identities: readonly Buffer[],
    frames: Frames,
    buffers: readonly Buffer[] = [],
    header?: Header,
  ) {
    this.identities = identities;
    this.frames = frames;
    this.buffers = buffers;
    this.header = header ?? (parse(frames.header, "header") as unknown as Header);
  }

  get type(): string {
    return this.header.msg_type;
  }

  get id(): string {
    return this.header.msg_id;
  }

  get parentHeader(): Partial<Header> {
    return (this.#parentHeader ??= parse(this.frames.parentHeader, "parent header") as Partial<Header>);
  }

  /** Id of the request that caused this message; `""` if there is none. */
  get parentId(): string {
    return this.parentHeader.msg_id ?? "";
  }

  get content(): Content {
    return (this.#content ??= parse(this.frames.content, "content"));
  }

  get metadata(): Content {
    return parse(this.frames.metadata, "metadata");
  }

  withContent(content: Content): Message {
    return this.#withFrames({ content: encode(content) });
  }

  withCode(code: string): Message {
    return code === this.content["code"] ? this : this.withContent({ ...this.content, code });
  }

  withParent(request: Message): Message {
    return this.#withFrames({ parentHeader: request.frames.header });
  }

  /** A copy that names `session` as its sender. */
  withSession(session: string): Message {
    if (this.header.session === session) return this;
    const header = { ...this.header, session };
    return this.#withFrames({ header: encode(header) }, header);
  }

  withIdentities(identities: readonly Buffer[]): Message {
    return new Message(identities, this.frames, this.buffers, this.header);
  }

  #withFrames(changed: Partial<Frames>, header = this.header): Message {
    return new Message(this.identities, { ...this.frames, ...changed }, this.buffers, header);
  }
}

export function createMessage(type: string, content: Content, session: string, parent?: Message): Message {
  const header: Header = {
    msg_id: randomUUID(),
    msg_type: type,
    session,
    username: "kernel",
    date: new Date().toISOString(),
    version: PROTOCOL_VERSION,
  };
  const frames = {
    header: encode(header),
    parentHeader: parent?.frames.header ?? EMPTY,
    metadata: EMPTY,
    content: encodeContent(content),
  };
  return new Message(parent?.identities ?? [], frames, [], header);
}

/** @throws WireError for malformed frames and wrong signatures. */
export function decodeMessage(raw: readonly Buffer[], signer: Signer): Message {
  const at = raw.findIndex((frame) => frame.equals(DELIMITER));
  if (at < 0) throw new WireError("Message has no <IDS|MSG> delimiter");
  const [signature, header, parentHeader, metadata, content, ...buffers] = raw.slice(at + 1);
  if (!signature || !header || !parentHeader || !metadata || !content)
    throw new WireError(`Message has ${raw.length - at - 1} frames after its delimiter, expected at least 5`);
  const signed = [header, parentHeader, metadata, content];
  if (!signer.verify(signature, signed)) throw new WireError("Message has a wrong signature");
  return new Message(raw.slice(0, at), { header, parentHeader, metadata, content }, buffers);
}

export function encodeMessage(message: Message, signer: Signer): Buffer[] {
  const { header, parentHeader, metadata, content } = message.frames;
  const signed = [header, parentHeader, metadata, content];
  return [...message.identities, DELIMITER, signer.sign(signed), ...signed, ...message.buffers];
}

/** A string field of a content; `""` if it is missing or not a string. */
export function textField(content: Content, name: string): string {
  const value = content[name];
  return typeof value === "string" ? value : "";
}
