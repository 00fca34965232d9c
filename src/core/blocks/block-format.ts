// This folder: column blocks, the form of columns as bytes in results and uploads: encoded here, decoded here.

// Column blocks carry results and uploads between svclib and its own service; all other clients get msgpack.gz.
//
// A client that sends BLOCKS_HEADER when it issues a job makes the service store the result in this format; a client that sends it when
// it shows the job gets the file's size (`result_blocks_size`) and downloads `format=blocks`.
//
// A file is MAGIC, then blocks, then an end record. Each block has a header; all numbers are little-endian. An inflated block is its
// columns in order: a header, then parts, each aligned to 8 bytes:
//
// nulls       if the header says so: one byte per row, 1 for null
// values      numbers: an array of the form's width; booleans: one byte per row, 0 false, 1 true, 2 null
// text        lengths in bytes, then the bytes: UTF-8, or MessagePack for values; null has length 0
// dictionary  lengths and bytes of its entries, all of them in use, then one code per row: 0 is null, 1 the first entry

/** Request header: the client can read column blocks of this version. */
export const BLOCKS_HEADER = "x-svc-blocks";
export const BLOCKS_VERSION = "1";
/** Value of `format` for column blocks. */
export const BLOCKS_FORMAT = "blocks";
export const BLOCKS_TYPE = "application/vnd.svclib.blocks";

export const MAGIC = "SVCBLKS1";

export const HEAD_BYTES = 32;
/** Offsets in a block's header. */
export const HEAD = {
  /** Index of the block. */
  number: 0,
  packing: 4,
  /** Double: rows of the block; in the end record, of the whole file. */
  rows: 8,
  unpackedBytes: 16,
  packedBytes: 20,
  /** CRC-32 of the packed bytes. */
  checksum: 24,
  /** CRC-32 of the header's bytes before this field. */
  headChecksum: 28,
} as const;

export const PACKING = { none: 0, deflate: 1, end: 2 } as const;

export const CHUNK_HEAD_BYTES = 16;
/** Offsets in a column's header. */
export const CHUNK = {
  kind: 0,
  form: 1,
  /** 1: a nulls part comes first. */
  nulls: 2,
  /** Width of each length in bytes: 1, 2 or 4. */
  lengthBytes: 3,
  /** Bytes of the texts, values or entries. */
  bytes: 4,
  /** Number of dictionary entries. */
  entries: 8,
  /** Total bytes of the column, with its header. */
  length: 12,
} as const;

/** Kind of the engine's column. A float column of whole numbers may have an integer form. */
export const KIND = { integer: 1, float: 2, boolean: 3, text: 4, value: 5 } as const;

export const FORM = {
  int8: 1,
  int16: 2,
  int32: 3,
  /** For integers: all are safe. */
  float64: 4,
  int64: 5,
  codes: 6,
  bytes: 7,
  dictionary8: 8,
  dictionary16: 9,
} as const;

/** Rounds `length` up to the next part's alignment. */
export const aligned = (length: number): number => Math.ceil(length / 8) * 8;
