import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { findDeno } from "../../src/kernel/kernels/deno/find-deno.ts";
import type { Content, Message } from "../../src/kernel/wire/message.ts";
import { FAILING_CELLS, ORDINARY_CELLS } from "./support/ordinary-cells.ts";
import type { TestKernel } from "./support/start-kernel.ts";
import { sleep, startKernel } from "./support/start-kernel.ts";
import { someOf } from "../jest/short-form.ts";

const tslab = join(dirname(createRequire(import.meta.url).resolve("tslab/package.json")), "bin", "tslab");
const BARE = {
  tslab: [
    process.execPath,
    "--disable-warning=ExperimentalWarning",
    tslab,
    "kernel",
    "--config-path={connection_file}",
  ],
  deno: [findDeno(), "jupyter", "--quiet", "--kernel", "--conn", "{connection_file}"],
} as const;

/** Bare Deno publishes output after its reply and idle; bare tslab refuses cells for 200 ms after a failed one. */
const BARE_PAUSE_MS = { tslab: 0, deno: 60 } as const;
const BARE_REFUSES_MS = 250;

type Published = readonly (readonly [type: string, content: Content])[];

/**
 * The same messages with the error last. Bare Deno sends the error at once, sometimes before queued output; our kernel keeps the
 * order.
 */
const errorLast = (messages: Published): Published => [
  ...messages.filter(([type]) => type !== "error"),
  ...messages
    .filter(([type]) => type === "error")
    .map(([type, content]) => [type, withText(content)] as const),
];

/** Bare Deno sends an empty traceback for thrown values that are not errors; ours contains the value. */
function withText(error: Content): Content {
  const [only = ""] = error["traceback"] as string[];
  return only === ""
    ? { ...error, traceback: [`${String(error["ename"])}: ${String(error["evalue"])}`] }
    : error;
}

/** Messages of a cell, in order; consecutive stream messages are joined. Status messages are omitted: busy and idle for every cell. */
function published(messages: readonly Message[]): Published {
  const list: [string, Content][] = [];
  for (const { type, content } of messages) {
    const last = list.at(-1);
    if (type === "stream" && last?.[0] === "stream" && last[1]["name"] === content["name"]) {
      last[1] = { ...last[1], text: `${String(last[1]["text"])}${String(content["text"])}` };
    } else if (type !== "status") list.push([type, content]);
  }
  return list;
}

describe.each(someOf(["deno", "tslab"] as const, 2))("svc-%s and the bare kernel", (name) => {
  let bare: TestKernel;
  let ours: TestKernel;

  beforeAll(async () => {
    const env = { NO_COLOR: "1" };
    bare = await startKernel(name, { argv: BARE[name], env, quiet: true });
    ours = await startKernel(name, { env, quiet: true });
  });
  afterAll(async () => {
    await Promise.all([bare.stop(), ours.stop()]);
  });

  /** Runs a cell in both kernels. */
  async function inBoth(code: string): Promise<{ bare: [Published, Content]; ours: [Published, Content] }> {
    const seen: Message[] = [];
    bare.client.onMessage = (message) => void seen.push(message);
    const cell = await bare.run(code);
    await sleep(BARE_PAUSE_MS[name]);
    const mine = seen.filter((message) => message.parentId === cell.exchange.reply.parentId);
    const proxied = await ours.run(code);
    return {
      bare: [published(mine), cell.reply],
      ours: [published(proxied.exchange.published), proxied.reply],
    };
  }

  test.each(someOf(ORDINARY_CELLS, 2))("%j", async (code) => {
    const { bare: there, ours: here } = await inBoth(code);
    // Bare Deno shows no BigInt.
    const isLost = name === "deno" && /^\d+n$/.test(code);
    const count = there[1]["execution_count"];
    // tslab sends no execute_input, and fewer fields in its reply.
    const input = ["execute_input", { code, execution_count: count }] as const;
    const expected = name === "tslab" ? [input, ...there[0]] : there[0];
    expect(here[0].filter((_, at) => at === 0 || !isLost)).toEqual(expected);
    expect(here[1]).toEqual({ payload: [], user_expressions: {}, ...there[1] });
  });

  test.each(FAILING_CELLS)("failing: %j", async (code) => {
    const { bare: there, ours: here } = await inBoth(code);
    await sleep(BARE_REFUSES_MS);
    expect(here[1]["status"]).toBe("error");
    expect(there[1]["status"]).toBe("error");
    const error = here[0].at(-1);
    expect(error?.[0]).toBe("error");
    if (name === "tslab") {
      // Bare tslab prints the error to stderr; ours sends it as an error, without internal stack lines.
      const stderr = there[0].filter(([type, { name: stream }]) => type === "stream" && stream === "stderr");
      const printed = stderr.map(([, { text }]) => String(text)).join("");
      expect(printed).toContain(String(error?.[1]["evalue"]));
      expect(here[0].slice(1, -1)).toEqual(there[0].filter((entry) => !stderr.includes(entry)));
    } else if (there[0].some(([type]) => type === "error")) {
      expect(here[0]).toEqual(errorLast(there[0]));
    } else {
      // For a syntax error bare Deno only replies that the execution failed.
      expect(there[1]["evalue"]).toBe("Execution failed");
      expect(error?.[1]).toMatchObject({
        ename: "SyntaxError",
        evalue: "Expression expected (line 1, column 14)",
      });
    }
  });

  test.each([
    ["complete_request", { code: "counter.toUp", cursor_pos: 12 }],
    ["complete_request", { code: "Math.ma", cursor_pos: 7 }],
    // Bare Deno explains no names.
    ["inspect_request", { code: name === "tslab" ? "counter" : "absent", cursor_pos: 3, detail_level: 0 }],
    ["is_complete_request", { code: "for (const x of [1]) {" }],
    ["is_complete_request", { code: "1 + 1" }],
  ])("%s %j", async (type, content) => {
    const there = await bare.client.request(type, content);
    const here = await ours.client.request(type, content);
    expect(here.reply.type).toBe(there.reply.type);
    expect(here.reply.content).toEqual(there.reply.content);
  });
});
