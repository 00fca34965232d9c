import { crc32, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { encode } from "@msgpack/msgpack";
import { decodeBlocks, decodeResult } from "../core/helpers/decode-whole.ts";
import { fillColumns } from "../../src/core/decode/decode-blocks.ts";
import { columnBuilders } from "../../src/core/decode/builders/column-builder.ts";
import type { ColumnBuilders } from "../../src/core/decode/builders/column-builder.ts";
import { checkAnnounced } from "../../src/core/decode/check-announced.ts";
import { parseDescriptor } from "../../src/core/options/descriptor.ts";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "../../src/core/blocks/block-format.ts";
import { createMessage, decodeMessage, encodeMessage } from "../../src/kernel/wire/message.ts";
import { Signer } from "../../src/kernel/wire/signer.ts";
import type { ColumnData } from "../../src/core/blocks/column-data.ts";
import { readForm } from "../../src/service/http/form.ts";
import { received } from "../service/helpers/received.ts";
import { BEGINNING, endOfBlocks, packBlock } from "../../src/core/blocks/pack-block.ts";
import { parquetBlock } from "../../src/engine/stage/stage-folders.ts";
import { columnBlocks } from "../../src/engine/records/column-blocks.ts";
import { RecordColumns } from "../../src/engine/records/record-columns.ts";
import { MsgpackReader } from "../../src/engine/msgpack/msgpack-reader.ts";
import { encodeBlock } from "../../src/core/blocks/encode-column.ts";
import { TEXT_FORMATS } from "../../src/engine/results/text-formats.ts";
import { dictionaryChunk } from "../core/helpers/dictionary-chunk.ts";
import { collectWarnings } from "../core/helpers/collect-warnings.ts";
import { fuzz, mixed, mutate, orError } from "./fuzz.ts";
import { partOf } from "../jest/short-form.ts";

collectWarnings();

const SCHEMA = ["bigint", "double", "varchar", "boolean", "array(bigint)", "map(varchar,bigint)"].map(
  (type, i) => ({
    name: `c${i}`,
    type,
  }),
);
const ROWS = Array.from({ length: 40 }, (_, i) => [
  i % 3 === 0 ? null : i * 1e12,
  i / 7,
  `text ${i} é😀`,
  i % 2 === 0,
  [i, null],
  { k: i },
]);
const PACKED = Buffer.concat(ROWS.map((row) => encode(row)));

async function* chunks(...pieces: Uint8Array[]): AsyncGenerator<Uint8Array> {
  for (const piece of pieces) yield await Promise.resolve(piece);
}

/** A column of the rows as the engine returns it. */
function dataOf(type: string, c: number): ColumnData {
  const values = ROWS.map((row) => row[c]);
  switch (type) {
    case "bigint": {
      const whole = values.map((value) => BigInt((value as number | null) ?? 0));
      const nulls = Uint8Array.from(values, (value) => (value === null ? 1 : 0));
      return { kind: "int64", values: BigInt64Array.from(whole), nulls };
    }
    case "double":
      return { kind: "float", values: Float64Array.from(values as number[]), nulls: null };
    case "varchar":
      return { kind: "text", values: values as string[] };
    case "boolean":
      return { kind: "boolean", codes: Uint8Array.from(values, Number) };
    default:
      return { kind: "other", values };
  }
}

/** A file of one block, with its checksums. */
function blockFile(block: Uint8Array): Buffer {
  const head = (packing: number, number: number, bytes: Uint8Array): Buffer => {
    const found = Buffer.alloc(HEAD_BYTES);
    found.writeUInt32LE(number, HEAD.number);
    found.writeUInt32LE(packing, HEAD.packing);
    found.writeDoubleLE(ROWS.length, HEAD.rows);
    found.writeUInt32LE(bytes.length, HEAD.unpackedBytes);
    found.writeUInt32LE(bytes.length, HEAD.packedBytes);
    found.writeUInt32LE(crc32(bytes), HEAD.checksum);
    found.writeUInt32LE(crc32(found.subarray(0, HEAD.headChecksum)), HEAD.headChecksum);
    return found;
  };
  const end = head(PACKING.end, 1, new Uint8Array(0));
  return Buffer.concat([Buffer.from(MAGIC), head(PACKING.none, 0, block), block, end]);
}

describe("results", () => {
  test("damaged gzip: the right rows or a DecodeError", async () => {
    const file = gzipSync(PACKED);
    const whole = await decodeResult(chunks(file), SCHEMA, ROWS.length);
    const texts = Array.from({ length: ROWS.length }, (_, i) => whole.columns[2]?.at(i));
    await fuzz(partOf(1500, 5), async (random) => {
      const bytes = mutate(random, file);
      const got = await orError(["DecodeError"], async () => {
        const decoded = await decodeResult(chunks(bytes), SCHEMA, ROWS.length);
        const { rowCount: rows, checked } = decoded;
        const announced = { rows: ROWS.length, bytes: file.length };
        checkAnnounced("7", { rows, bytes: bytes.length, checked, framed: true }, announced, false);
        return decoded;
      });
      if (got) expect(texts.map((_, i) => got.columns[2]?.at(i))).toEqual(texts);
    });
  });

  test("damaged MessagePack: columns of one length or a DecodeError", async () => {
    await fuzz(partOf(3000, 5), async (random) => {
      const bytes = gzipSync(mutate(random, PACKED), { level: 0 });
      const at = random.below(bytes.length);
      const got = await orError(["DecodeError"], () =>
        decodeResult(chunks(bytes.subarray(0, at), bytes.subarray(at)), SCHEMA, null),
      );
      if (got) expect(got.columns).toHaveLength(SCHEMA.length);
    });
  });

  test("damaged blocks with valid checksums: columns of one length or a DecodeError", async () => {
    const block = encodeBlock([
      { rowCount: ROWS.length, columns: SCHEMA.map(({ type }, c) => dataOf(type, c)) },
    ]);
    const whole = await decodeBlocks(chunks(blockFile(block)), SCHEMA, ROWS.length);
    expect([...(whole.columns[2] as Iterable<unknown>)]).toEqual(ROWS.map(([, , text]) => text));
    await fuzz(partOf(3000, 5), async (random) => {
      const file = blockFile(mutate(random, block));
      const at = random.below(file.length);
      const got = await orError(["DecodeError"], () =>
        decodeBlocks(chunks(file.subarray(0, at), file.subarray(at)), SCHEMA, ROWS.length),
      );
      if (got) expect(got.columns.map(({ length }) => length)).toEqual(SCHEMA.map(() => ROWS.length));
    });
  });

  test("lengths that announce gigabytes cost no memory", async () => {
    const before = process.memoryUsage().rss;
    for (const head of [
      [0xdd, 0xff, 0xff, 0xff, 0xff],
      [0x96, 0xdb, 0xff, 0xff, 0xff, 0xff],
      [0x96, 0xc6, 0x7f, 0xff, 0xff, 0xff],
      [0x96, 0, 0, 0, 0, 0xdf, 0xff, 0xff, 0xff, 0xff],
    ]) {
      const bytes = gzipSync(Buffer.from(head));
      await expect(decodeResult(chunks(bytes), SCHEMA, 1_000_000_000_000)).rejects.toMatchObject({
        name: "DecodeError",
      });
    }
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20);
  });
});

test("damaged uploads: records or a MsgpackFault", async () => {
  const records = Buffer.concat(ROWS.map(([a, b, c, d, e, f]) => encode({ time: 1, a, b, c, d, e, f })));
  await fuzz(partOf(3000, 5), async (random) => {
    const bytes = mutate(random, records);
    await orError(["MsgpackFault"], () => {
      const reader = new MsgpackReader();
      const block = new RecordColumns();
      const at = random.below(bytes.length + 1);
      for (const piece of [bytes.subarray(0, at), bytes.subarray(at)]) {
        reader.push(piece);
        while (reader.nextRecord(block)) block.add(0);
      }
    });
  });
});

test("damaged blocks of columns: blocks or a MsgpackFault", async () => {
  const text = (...values: (string | null)[]): ColumnData => ({ kind: "text", values });
  const schema = encodeBlock([
    { rowCount: 3, columns: [text("time", "d", "t"), text("long", "double", "string")] },
  ]);
  const block = encodeBlock([
    {
      rowCount: 3,
      columns: [
        { kind: "integer", values: Int32Array.of(1, 2, 3), nulls: null },
        { kind: "float", values: Float64Array.of(0.5, 0, -1), nulls: Uint8Array.of(0, 1, 0) },
        text("é", null, "ab"),
      ],
    },
  ]);
  await fuzz(partOf(1500, 5), async (random) => {
    const [first, second] =
      random.below(2) === 0 ? [mutate(random, schema), block] : [schema, mutate(random, block)];
    const file = [
      BEGINNING,
      await packBlock(first, 0, 3, false),
      await packBlock(second, 1, 3, false),
      endOfBlocks(2, 6),
    ];
    await orError(["MsgpackFault"], async () => {
      for await (const one of columnBlocks(chunks(...file))) parquetBlock(one);
    });
  });
});

test("CSV and TSV can hold any text", async () => {
  const parts = [
    '"',
    ",",
    "\t",
    "\n",
    "\r",
    "\r\n",
    " ",
    "a",
    "é",
    "😀",
    "'",
    "\\",
    "\u2028",
    "#",
    ";",
    "=1+1",
  ];
  await fuzz(partOf(2000, 5), (random) => {
    const row = Array.from({ length: 3 }, () => mixed(random, parts, 8));
    for (const [name, delimiter] of [
      ["csv", ","],
      ["tsv", "\t"],
    ] as const) {
      const text = TEXT_FORMATS[name]?.line(row) ?? "";
      expect(cellsOf(text, delimiter)).toEqual(row);
    }
  });
});

test("multipart bodies: a form or a fault", async () => {
  const boundary = "0123456789abcdef";
  const part = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const body = Buffer.from(`${part("query", "select 1\r\n--x")}${part("priority", "1")}--${boundary}--\r\n`);
  await fuzz(partOf(1500, 5), async (random) => {
    const request = new Request("http://svc.test/", {
      method: "POST",
      body: new Uint8Array(mutate(random, body)),
      headers: {
        "content-type": `multipart/form-data; boundary=${random.next() < 0.9 ? boundary : "other"}`,
      },
    });
    const form = await orError(["Fault"], () => readForm(received(request)));
    expect(form === null || form instanceof Map).toBe(true);
  });
});

test("engine descriptors: parsed, or refused without showing the key", async () => {
  const parts = [
    "presto",
    "hive",
    "trino",
    ":",
    "://",
    "/",
    "@",
    "?",
    "#",
    "1/secretkey",
    "host",
    "db_1",
    "DB",
    " ",
    "%2f",
    "..",
    "[::1]",
    ":80",
    "\n",
    "é",
  ];
  await fuzz(partOf(5000, 5), (random) => {
    const text = mixed(random, parts, 9);
    try {
      const { type, database } = parseDescriptor(text);
      expect(["presto", "hive"]).toContain(type);
      expect(database).toMatch(/^[a-z0-9_]+$/);
    } catch (error) {
      expect(error).toMatchObject({ name: "ConfigError" });
      const { message } = error as Error;
      // Text after the last @ is host and database, which the message may show.
      if (!text.slice(text.lastIndexOf("@")).includes("secretkey") || !text.includes("@"))
        expect(message).not.toContain("secretkey");
    }
  });
});

test("Jupyter messages with a bad signature or damaged frames are refused", async () => {
  const signer = new Signer("secret");
  const message = createMessage("execute_request", { code: "1" }, "s");
  const frames = encodeMessage(message, signer);
  await fuzz(partOf(3000, 5), async (random) => {
    const raw = frames.map((frame) => Buffer.from(frame));
    const at = random.below(raw.length);
    if (random.next() < 0.2) raw.splice(at, 1);
    else raw[at] = Buffer.from(mutate(random, raw[at] as Buffer));
    const same = raw.length === frames.length && raw.every((frame, i) => frame.equals(frames[i] as Buffer));
    const decoded = await orError(["WireError"], () => decodeMessage(raw, signer));
    // Only the identities, which come first, are not signed.
    if (decoded && !same) expect(decoded.content).toEqual({ code: "1" });
    const unsigned = raw.map((frame, i) => (i === 1 ? Buffer.from("0".repeat(64)) : frame));
    expect(await orError(["WireError"], () => decodeMessage(unsigned, signer))).toBeNull();
  });
});

/** Splits one RFC 4180 record into cells. */
function cellsOf(line: string, delimiter: string): string[] {
  const cells: string[] = [];
  let rest = line;
  while (rest !== "") {
    const quoted = /^"((?:[^"]|"")*)"/.exec(rest);
    const [plain = ""] = rest.split(new RegExp(`[${delimiter}\\n]`), 1);
    const [text, value] =
      quoted === null ? [plain, plain] : [quoted[0], (quoted[1] ?? "").replaceAll('""', '"')];
    cells.push(value);
    rest = rest.slice(text.length + 1);
  }
  return cells;
}

describe("the dictionary of a small block", () => {
  const fill = (block: Uint8Array<ArrayBuffer>, rows: number, type = "varchar"): ColumnBuilders => {
    const columns = columnBuilders([{ name: "c", type }], 1);
    fillColumns(columns, block, rows, 0);
    return columns;
  };

  test("is refused before it expands to gigabytes", () => {
    const rows = 4095;
    const block = dictionaryChunk([2 ** 20], new Uint8Array(rows).fill(1));
    const before = process.memoryUsage().arrayBuffers;
    expect(() => fill(block, rows)).toThrow("the texts of a block of the result have 4293918720 bytes");
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(8 * 2 ** 20);
  });

  test.each(["varchar", "array(varchar)", "bigint"])("is shared by many rows of %s, not expanded", (type) => {
    const rows = 65_536;
    const block = dictionaryChunk([65_536], new Uint8Array(rows).fill(1));
    const before = process.memoryUsage();
    const column = fill(block, rows, type).builders[0]!.finish(rows);
    expect(column.at(rows - 1)).toBe("x".repeat(65_536));
    const after = process.memoryUsage();
    const grown = after.arrayBuffers + after.heapUsed - before.arrayBuffers - before.heapUsed;
    expect(grown).toBeLessThan(32 * 2 ** 20);
  });

  test("has exactly the entries that its rows use", () => {
    expect(() => fill(dictionaryChunk([1], Uint8Array.of(0, 1, 2)), 3)).toThrow(
      "code 2 in a dictionary of 1 entries",
    );
    expect(() => fill(dictionaryChunk([1, 1, 1], Uint8Array.of(0, 1, 3)), 3)).toThrow(
      "entry 2 of a dictionary of 3 is unused",
    );
  });
});
