// A job's result as column blocks: what svclib and its own service pass between them in place of msgpack.gz, which stays for all others.
//
// A client that sends the header BLOCKS_HEADER when it issues a job has the service keep the result in this form; one that sends it when
// it shows the job gets the file's size (`result_blocks_size`) and asks for `format=blocks`. Clients that do not send it get msgpack.gz.
//
// A file is MAGIC, then blocks, then an end. Each begins with a head; all numbers are little-endian. A block's bytes, unpacked, are its
// columns one after the other: a head, then parts, each of which begins at a multiple of eight:
//
//   nulls   where the head says so: a byte a row, 1 where it is null
//   values  numbers: an array of the form's width; booleans: a byte a row, 0 false, 1 true, 2 null
//   text    the length of each in bytes, then the bytes: UTF-8; of a value: MessagePack; a null has none
//   dictionary  lengths and bytes of its entries, each of which some row has, then a code a row: 0 is null, 1 the first entry

/** Request header: the client reads column blocks of this version. */
export const BLOCKS_HEADER = "x-svc-blocks";
export const BLOCKS_VERSION = "1";
/** Value of `format` that asks for them. */
export const BLOCKS_FORMAT = "blocks";
export const BLOCKS_TYPE = "application/vnd.svclib.blocks";

export const MAGIC = "SVCBLKS1";

export const HEAD_BYTES = 32;
/** Places in a head. */
export const HEAD = {
  /** Blocks before this one. */
  number: 0,
  packing: 4,
  /** A double: rows of the block; of the whole file in the end. */
  rows: 8,
  unpackedBytes: 16,
  packedBytes: 20,
  /** CRC-32 of the packed bytes. */
  checksum: 24,
  /** CRC-32 of the head's bytes before this place. */
  headChecksum: 28,
} as const;

export const PACKING = { none: 0, deflate: 1, end: 2 } as const;

export const CHUNK_HEAD_BYTES = 16;
/** Places in the head of a column. */
export const CHUNK = {
  kind: 0,
  form: 1,
  /** 1: a part of nulls comes first. */
  nulls: 2,
  /** Bytes of each length: 1, 2 or 4. */
  lengthBytes: 3,
  /** Bytes of the texts, values or entries. */
  bytes: 4,
  /** Entries of a dictionary. */
  entries: 8,
  /** Bytes of the column in all, its head with it. */
  length: 12,
} as const;

/** What the engine's column was. A float column of whole numbers may have a form of integers. */
export const KIND = { integer: 1, float: 2, boolean: 3, text: 4, value: 5 } as const;

export const FORM = {
  int8: 1,
  int16: 2,
  int32: 3,
  /** Of integers: all are safe. */
  float64: 4,
  int64: 5,
  codes: 6,
  bytes: 7,
  dictionary8: 8,
  dictionary16: 9,
} as const;

/** `length` rounded up to where the next part may begin. */
export const aligned = (length: number): number => Math.ceil(length / 8) * 8;
