import { CellPlan } from "../../../../src/magics/cell/cell-plan.ts";
import { crc32, gzipSync } from "node:zlib";
import { decodeBlocks, decodeResult } from "../../../core/helpers/decode-whole.ts";
import { parseDescriptor } from "../../../../src/core/options/descriptor.ts";
import { HEAD, HEAD_BYTES, MAGIC, PACKING } from "../../../../src/core/blocks/block-format.ts";
import { parseExactJson } from "../../../../src/core/wire/exact-json.ts";
import { createMessage, decodeMessage, encodeMessage } from "../../../../src/kernel/wire/message.ts";
import { Signer } from "../../../../src/kernel/wire/signer.ts";
import { findMagics } from "../../../../src/magics/cell/find-magics.ts";
import { translateCell } from "../../../../src/magics/cell/translate-cell.ts";
import type { Catalogue } from "../../../../src/dialect/catalogue.ts";
import type { Plan } from "../../../../src/dialect/plan.ts";
import { translate } from "../../../../src/dialect/translate.ts";
import type { Dialect } from "../../../../src/dialect/dialect.ts";
import { readForm } from "../../../../src/service/http/form.ts";
import { received } from "../../../service/helpers/received.ts";
import { RecordColumns } from "../../../../src/engine/records/record-columns.ts";
import { MsgpackReader } from "../../../../src/engine/msgpack/msgpack-reader.ts";

// Targets of the fuzzer: each accepts any bytes and throws for a defect only.

const SCHEMA = ["bigint", "double", "varchar", "boolean", "array(bigint)", "map(varchar,bigint)"].map(
  (type, i) => ({ name: `c${i}`, type }),
);
const signer = new Signer("secret");
const [idents, , ...signed] = encodeMessage(createMessage("execute_request", { code: "1" }, "s"), signer);

async function allow(names: readonly string[], work: () => unknown): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (!names.includes((error as Error).name)) throw error;
  }
}

async function* once(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  yield await Promise.resolve(bytes);
}

/** A cell; without magics it must stay unchanged. */
export const cell = (data: Buffer): Promise<void> =>
  allow(["UsageError"], () => {
    const text = data.toString("utf8");
    const code = translateCell(new CellPlan(text), { database: "db1", bound: new Set(["a"]) })();
    if (findMagics(text).length === 0 && code !== text) throw new Error("the cell was changed");
  });

/** The option line of a magic. */
export const options = (data: Buffer): Promise<void> =>
  allow(["UsageError"], () =>
    translateCell(new CellPlan(`%%svc_presto ${data.toString("utf8")}\nselect 1`), {
      database: "db1",
      bound: new Set(),
    }),
  );

export const descriptor = (data: Buffer): Promise<void> =>
  allow(["ConfigError"], () => parseDescriptor(data.toString("utf8")));

/** The rows of a result, in a valid gzip file. */
export const result = (data: Buffer): Promise<void> =>
  allow(["DecodeError"], () => decodeResult(once(gzipSync(data, { level: 0 })), SCHEMA, null));

function blockHead(number: number, packing: number, rows: number, bytes: Uint8Array): Buffer {
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32LE(number, HEAD.number);
  head.writeUInt32LE(packing, HEAD.packing);
  head.writeDoubleLE(rows, HEAD.rows);
  head.writeUInt32LE(bytes.length, HEAD.unpackedBytes);
  head.writeUInt32LE(bytes.length, HEAD.packedBytes);
  head.writeUInt32LE(crc32(bytes), HEAD.checksum);
  head.writeUInt32LE(crc32(head.subarray(0, HEAD.headChecksum)), HEAD.headChecksum);
  return head;
}

const NOTHING = Buffer.alloc(0);

/** The columns of a block, in a valid file: the first byte is the row count. */
export const blocks = (data: Buffer): Promise<void> =>
  allow(["DecodeError"], async () => {
    const rows = data[0] ?? 0;
    const bytes = data.subarray(1);
    const file = [
      Buffer.from(MAGIC),
      blockHead(0, PACKING.none, rows, bytes),
      bytes,
      blockHead(1, PACKING.end, rows, NOTHING),
    ];
    const { columns, rowCount } = await decodeBlocks(once(Buffer.concat(file)), SCHEMA, null);
    if (rowCount !== rows) throw new Error(`${rowCount} rows of ${rows}`);
    for (const column of columns)
      if (Array.from(column as Iterable<unknown>).length !== rows) throw new Error("a short column");
  });

/** A file of blocks: a damaged one is refused or decodes correctly. */
export const blocksFile = (data: Buffer): Promise<void> =>
  allow(["DecodeError"], () => decodeBlocks(once(data), SCHEMA, null));

/** Numbers that JSON.parse reads exactly must be equal. */
export const json = (data: Buffer): Promise<void> =>
  allow(["SyntaxError"], () => {
    const text = data.toString("utf8");
    const plain: unknown = JSON.parse(text);
    const exact = parseExactJson(text);
    if (!/\d{16}/.test(text) && JSON.stringify(plain) !== JSON.stringify(exact))
      throw new Error("another value");
  });

/** The records of an upload. */
export const upload = (data: Buffer): Promise<void> =>
  allow(["MsgpackFault"], () => {
    const reader = new MsgpackReader();
    reader.push(data);
    const block = new RecordColumns();
    while (reader.nextRecord(block)) block.add(0);
  });

export const multipart = (data: Buffer): Promise<void> =>
  allow(["Fault"], () =>
    readForm(
      received(
        new Request("http://svc.test/", {
          method: "POST",
          body: new Uint8Array(data),
          headers: { "content-type": "multipart/form-data; boundary=b" },
        }),
      ),
    ),
  );

const CATALOGUE: Catalogue = {
  databases: () => Promise.resolve(["db1"]),
  tables: () => Promise.resolve([{ name: "t", view: false }]),
  viewText: () => Promise.resolve(null),
  comments: () => Promise.resolve({ table: null, columns: new Map() }),
  describe: ({ table }) =>
    Promise.resolve(
      table !== "t"
        ? null
        : {
            sql: '"svc-data"."db1"."t"',
            database: "db1",
            name: "t",
            columns: [
              { name: "id", type: { kind: "bigint" } },
              { name: "name", type: { kind: "varchar", length: null } },
              { name: "tags", type: { kind: "array", element: { kind: "varchar", length: null } } },
            ],
          },
    ),
};
/** Engine functions and statements with access to files, settings or other tables, outside of strings and quoted names. */
const REACHES_OUT =
  /\b(?:read_(?:csv|text|blob|json|parquet|ndjson)\w*|glob|getenv|query_table|duckdb_\w+|pragma_\w+|sniff_csv|parquet_\w+)\s*\(|\b(?:attach|detach|install|pragma|copy|call)\b/i;

/** A statement of a query_only key: it is refused, or the generated SQL only reads tables. */
async function statement(data: Buffer, dialect: Dialect): Promise<void> {
  await allow(["SqlError"], async () => {
    const context = { database: "db1", scheduledTimeMs: 0, mayWrite: false, catalogue: CATALOGUE };
    const plan: Plan = await translate(data.toString("utf8"), dialect, context);
    if (plan.kind === "write") throw new Error("a write was planned for a key that may only read");
    const marked = plan.kind === "query" ? plan.sql : plan.kind === "explain" ? plan.query : null;
    const bare = (marked?.sql ?? "").replace(/'(?:[^']|'')*'|"(?:[^"]|"")*"/g, " ");
    if (REACHES_OUT.test(bare)) throw new Error(`the fence let through: ${bare}`);
  });
}

export const presto = (data: Buffer): Promise<void> => statement(data, "presto");

export const hive = (data: Buffer): Promise<void> => statement(data, "hive");

/** The frames of a Jupyter message with an invalid signature. */
export const message = (data: Buffer): Promise<void> =>
  allow(["WireError"], () => {
    const frames = [idents as Uint8Array, data, ...signed].map((frame) => Buffer.from(frame));
    if (decodeMessage(frames, signer)) throw new Error("a message with a wrong signature was taken");
  });
