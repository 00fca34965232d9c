import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { createMessage, encodeMessage, type Content } from "../../src/kernel/wire/message.ts";
import { Signer } from "../../src/kernel/wire/signer.ts";
import type { TestKernel } from "./support/start-kernel.ts";
import { startKernel, streamText } from "./support/start-kernel.ts";
import { partOf } from "../jest/short-form.ts";

/** `41 + 1` as each kernel shows it. */
const VALUE = {
  tslab: ["stream", { name: "stdout", text: "42\n" }],
  deno: ["execute_result", { execution_count: 1, data: { "text/plain": "42" }, metadata: {}, transient: {} }],
} as const;

describe.each(["tslab", "deno"] as const)("svc-%s", (name) => {
  let kernel: TestKernel;
  let count = 0;
  /** Number of cells run so far. */
  const run: TestKernel["run"] = (code, options) => {
    if (options?.storeHistory !== false && options?.silent !== true) count += 1;
    return kernel.run(code, options);
  };

  beforeAll(async () => {
    kernel = await startKernel(name);
  });
  afterAll(() => kernel.stop());

  test("a cell publishes busy, input, output and idle, and gets a reply with the count", async () => {
    const { exchange } = await run("41 + 1");
    expect(exchange.published.map(({ type, content }) => [type, content])).toEqual([
      ["status", { execution_state: "busy" }],
      ["execute_input", { code: "41 + 1", execution_count: 1 }],
      VALUE[name],
      ["status", { execution_state: "idle" }],
    ]);
    expect(exchange.reply.type).toBe("execute_reply");
    expect(exchange.reply.content).toMatchObject({
      status: "ok",
      execution_count: 1,
      payload: [],
      user_expressions: {},
    });
  });

  test("all messages name one session: frontends drop those of another", async () => {
    const sessions = new Set<string>();
    kernel.client.onMessage = ({ header }) => void sessions.add(header.session);
    await run('console.log("a"); 1 + 1');
    await kernel.client.request("complete_request", { code: "Mat", cursor_pos: 3 });
    await kernel.client.request("history_request", {});
    kernel.client.onMessage = () => undefined;
    expect(sessions.size).toBe(1);
  });

  test("variables, functions and imports of Node's modules persist", async () => {
    await run('import * as path from "node:path"; let a = 1; function twice(n: number) { return 2 * n }');
    expect(streamText(await run('console.log(path.basename("/x/y"), twice(a + 1))'))).toBe("y 4\n");
    expect(streamText(await run('let a = "redeclared"; console.log(a)'))).toBe("redeclared\n");
  });

  test("a variable of an earlier cell is a field by its name alone, and awaits may be nested", async () => {
    await run("let base = 3; const other = { base: 4 };");
    const shown = async (code: string): Promise<string> => streamText(await run(`console.log(${code})`));
    expect(await shown("({ base }).base")).toBe("3\n");
    await run("({ base } = other)");
    expect(await shown("base")).toBe("4\n");
    await run("({ base = 5 } = {} as { base?: number })");
    expect(await shown("[{ base, console }.base, ((base: number) => ({ base }))(6).base]")).toContain("5, 6");
    expect(await shown("await (await Promise.resolve({ a: async () => 7 })).a()")).toBe("7\n");
  });

  test("a variable of a type of svclib may be beside an await with parentheses", async () => {
    await run(
      'import { create_engine } from "svclib/pandas_td"; const engine = create_engine("presto:a"); await (Promise.resolve(1));',
    );
    expect(streamText(await run("console.log(engine.database)"))).toBe("a\n");
  });

  test("a thrown error gives one error message and a failed reply", async () => {
    const { outputs, reply } = await run('throw new TypeError("no such thing")');
    expect(outputs.map(([type]) => type)).toEqual(["error"]);
    const error = { ename: "TypeError", evalue: "no such thing" };
    expect(outputs[0]?.[1]).toMatchObject(error);
    expect(reply).toMatchObject({ status: "error", execution_count: count, ...error });
    expect((reply["traceback"] as string[]).join("\n")).toContain("TypeError: no such thing");
  });

  test("output before the failure is kept", async () => {
    const result = await run('console.log("out"); console.error("err"); throw new Error("end")');
    expect(result.outputs.map(([type]) => type)).toEqual(["stream", "stream", "error"]);
    expect(streamText(result)).toBe("out\n");
    expect(streamText(result, "stderr")).toBe("err\n");
  });

  test("a thrown value that is not an error is shown", async () => {
    for (const [code, text] of [
      ["throw 'some text'", "some text"],
      ["throw null", "null"],
    ] as const) {
      const { outputs } = await run(code);
      const shown = outputs.find(([type]) => type === "error")?.[1]["traceback"] as string[];
      expect(shown.join("\n")).toContain(text);
    }
  });

  test("a cell that throws keeps its imports and the variables set so far", async () => {
    await run("import { sep } from 'node:path'; const set = 1; throw new Error('then'); const unset = 2;");
    expect(streamText(await run("console.log(sep, set)"))).toBe("/ 1\n");
    if (name === "tslab") expect((await run("unset")).reply["evalue"]).toContain("Cannot find name 'unset'");
  });

  test("user expressions are evaluated independently", async () => {
    const { reply } = await kernel.client.request("execute_request", {
      code: "let five = 5",
      user_expressions: { twice: "five * 2", none: "null", broken: "nothing.there" },
    });
    count += 1;
    expect(reply.content["user_expressions"]).toMatchObject({
      twice: { status: "ok", data: { "text/plain": "10" }, metadata: {} },
      none: { status: "ok", data: { "text/plain": "null" } },
      broken: { status: "error" },
    });
    expect((await run("1")).reply["execution_count"]).toBe(count);
  });

  test("imports from the notebook's folder and its packages work", async () => {
    writeFileSync(join(kernel.cwd, "mine.ts"), "export const mine: number = 11;\n");
    const specifier = name === "tslab" ? "./mine" : "./mine.ts";
    expect(streamText(await run(`import { mine } from "${specifier}"; console.log(mine)`))).toBe("11\n");
  });

  test("an error after an await fails the cell", async () => {
    const { reply } = await run(
      'await new Promise((_, no) => setTimeout(() => no(new RangeError("late")), 20))',
    );
    expect(reply).toMatchObject({ status: "error", ename: "RangeError", evalue: "late" });
  });

  test("the cell after a failed one runs without delay", async () => {
    await run("throw 1");
    const { reply } = await run("1");
    expect(reply).toMatchObject({ status: "ok", execution_count: count });
  });

  test("cells queued behind a failed one are aborted", async () => {
    const failing = run('await new Promise((r) => setTimeout(r, 100)); throw new Error("stop")');
    const queued = [kernel.run("1"), kernel.run("2")];
    expect((await failing).reply).toMatchObject({ status: "error" });
    for (const { reply, outputs } of await Promise.all(queued)) {
      expect(reply["status"]).toBe("aborted");
      expect(outputs).toEqual([]);
    }
    expect((await run("3")).reply).toMatchObject({ status: "ok", execution_count: count });
  });

  test("queued cells run if the failed one allows it", async () => {
    const failing = run('throw new Error("go on")', { stopOnError: false });
    const queued = run('console.log("ran")');
    expect((await failing).reply["status"]).toBe("error");
    expect(streamText(await queued)).toBe("ran\n");
  });

  test("silent cells and those without history are not counted", async () => {
    const silent = await run("7 * 6", { silent: true });
    expect(silent.exchange.published.some(({ type }) => type === "execute_input")).toBe(false);
    expect(silent.reply).toMatchObject({ status: "ok", execution_count: count });
    const unstored = await run("1", { storeHistory: false });
    expect(unstored.reply).toMatchObject({ status: "ok", execution_count: count });
    expect((await run("1")).reply).toMatchObject({ execution_count: count });
  });

  test("output after the cell's end is attributed to the cell", async () => {
    // Listen before the cell starts: on a busy machine the timer may fire before the test sees the cell's end.
    const seen = new Promise<string>((resolve) => {
      kernel.client.onMessage = (message) => {
        // tslab prints a cell's value to the stream, too.
        if (message.type === "stream" && message.content["text"] === "late\n") resolve(message.parentId);
      };
    });
    const late = await run('setTimeout(() => console.log("late"), 50); 0');
    expect(await seen).toBe(late.exchange.reply.parentId);
    kernel.client.onMessage = () => undefined;
  });

  test("an error that nothing handles is shown, and cells go on", async () => {
    const rejected = await run(
      'void Promise.reject(new RangeError("lost")); await new Promise((done) => setTimeout(done, 50));',
    );
    expect(streamText(rejected, "stderr")).toMatch(
      /^a promise that nothing awaits failed: RangeError: lost\n( {4}at .*\n)*$/,
    );
    const thrown = await run(
      'setTimeout(() => { throw new RangeError("late"); }, 5); await new Promise((done) => setTimeout(done, 50));',
    );
    expect(streamText(thrown, "stderr")).toMatch(
      /^nothing caught an error: RangeError: late\n( {4}at .*\n)*$/,
    );
    expect(thrown.reply["status"]).toBe("ok");
    const ours = await run(
      'import { ConfigError } from "svclib"; void Promise.reject(new ConfigError("name it")); await new Promise((done) => setTimeout(done, 50));',
    );
    expect(streamText(ours, "stderr")).toBe("a promise that nothing awaits failed: ConfigError: name it\n");
  });

  test("_ is the last value, whatever it is", async () => {
    const shown = async (code: string): Promise<string> =>
      (await run(code)).outputs
        .map(([, { text, data }]) => String(text ?? (data as Content)["text/plain"]).trimEnd())
        .join();
    expect([await shown("NaN"), await shown("_")]).toEqual(["NaN", "NaN"]);
    expect([await shown("7"), await shown("_ + 1")]).toEqual(["7", "8"]);
  });

  test("a promise as the last value is awaited, and its rejection is the cell's error, said once", async () => {
    const shown = async (code: string): Promise<string> => {
      const { outputs } = await run(code);
      return outputs
        .map(([, { text, data }]) => String(text ?? (data as Content)["text/plain"]).trimEnd())
        .join();
    };
    expect(await shown("new Promise((done) => setTimeout(() => done(5n), 20))")).toBe("5n");
    expect(await shown("_ + 1n")).toBe("6n");
    expect(await shown("Promise.resolve()")).toBe("");
    expect(await shown("display(Promise.resolve('later'))")).toBe("later");
    expect(await shown("({ then: 1 })")).toBe("{ then: 1 }");
    for (const code of [
      "Promise.reject(new RangeError('lost'))",
      "display(Promise.reject(new RangeError('lost')))",
    ]) {
      const { outputs, reply } = await run(code);
      expect(outputs.map(([type]) => type)).toEqual(["error"]);
      expect(reply).toMatchObject({ status: "error", ename: "RangeError", evalue: "lost" });
    }
    const ours = await run(
      'import { ConfigError } from "svclib"; Promise.reject(new ConfigError("name it"))',
    );
    expect(ours.outputs.map(([, { traceback }]) => traceback)).toEqual([["ConfigError: name it"]]);
    // A printed promise still has a hint.
    expect(streamText(await run("console.log(new Promise(() => undefined))"), "stderr")).toBe(
      "the value is a promise: write await before the call that makes it\n",
    );
  });

  test("plot, op, aq and desc are there without an import, and a name of a cell's own wins", async () => {
    const { outputs } = await run(
      "aq.table({ n: [4, 9] }).derive({ m: (d) => op.sqrt(d.n) }).orderby(desc('n'))",
    );
    expect((outputs[0]?.[1]["data"] as Content)["text/plain"]).toBe(
      "  │ n m\n──┼────\n0 │ 9 3\n1 │ 4 2\n2 rows × 2 columns",
    );
    expect(streamText(await run("let plot = 5; console.log(plot)"))).toBe("5\n");
    expect(streamText(await run("console.log(plot, typeof to_svc)"))).toBe("5 function\n");
    expect(streamText(await run("const _ = 7; 1;"))).not.toContain("7");
    expect(streamText(await run("console.log(_)"))).toBe("7\n");
  });

  test("what a cell writes to the process's streams is shown, in order", async () => {
    const result = await run(
      'process.stdout.write("a"); console.log("b"); process.stdout.write(Buffer.from("c\\n")); process.stderr.write("d\\n"); undefined',
    );
    expect(streamText(result)).toBe("ab\nc\n");
    expect(streamText(result, "stderr")).toBe("d\n");
  });

  test("what a cell's processes write to streams that they inherit is shown, and what it writes to the files 1 and 2", async () => {
    const node = `import cp, { execFileSync, execSync, spawn, spawnSync } from "node:child_process";
      import fs, { writeSync } from "node:fs";
      const ended = (child) => new Promise((done) => child.on("close", done));
      await ended(cp.spawn("sh", ["-c", "echo spawn; echo error >&2"], { stdio: "inherit" }));
      await ended(spawn("echo", ["numbers"], { stdio: [0, 1, 2] }));
      execSync("echo execSync", { stdio: "inherit" });
      execFileSync("echo", ["execFileSync"], { stdio: "inherit" });
      spawnSync("echo", ["spawnSync"], { stdio: ["ignore", "inherit", "inherit"] });
      fs.writeSync(1, "file 1\\n"); writeSync(2, Buffer.from("file 2\\n"));
      const write: any = fs.writeSync;
      write(1, Buffer.from("part\\n of it\\n"), { length: 5 }); write(2, Buffer.from("a rest\\n"), 2, null);
      undefined`;
    const deno = `await new Deno.Command("echo", { args: ["command"] }).spawn().status;
      new Deno.Command("echo", { args: ["output"], stdout: "inherit" }).outputSync(); 0`;
    const results = [await run(node), ...(name === "deno" ? [await run(deno)] : [])];
    const lines = (stream: string): string[] =>
      results.flatMap((result) => streamText(result, stream).trim().split("\n")).sort();
    const own = name === "deno" ? ["command", "output"] : [];
    // What the processes write comes beside what the cell does.
    expect(lines("stdout")).toEqual(
      [...own, "execFileSync", "execSync", "file 1", "numbers", "part", "spawn", "spawnSync"].sort(),
    );
    expect(lines("stderr").filter(Boolean)).toEqual(["error", "file 2", "rest"]);
  });

  const lines = partOf(20_000, 10);
  test(`${lines} lines in one cell arrive in order`, async () => {
    const result = await run(`for (let i = 0; i < ${lines}; i++) console.log(i)`);
    expect(streamText(result)).toBe(Array.from({ length: lines }, (_, i) => `${i}\n`).join(""));
  });

  test("a message with a wrong signature is dropped", async () => {
    const content = { code: "globalThis.forged = true", silent: true, store_history: false };
    const forged = createMessage("execute_request", content, "someone");
    await kernel.client.sendFrames("shell", encodeMessage(forged, new Signer("another key")));
    await kernel.client.sendFrames("shell", [Buffer.from("no message at all")]);
    expect(streamText(await run("console.log((globalThis as any).forged)"))).toBe("undefined\n");
  });

  test("kernel_info describes the kernel", async () => {
    const { reply } = await kernel.client.request("kernel_info_request", {});
    expect(reply.content).toMatchObject({
      status: "ok",
      protocol_version: expect.stringMatching(/^5\.\d$/) as unknown,
      language_info: {
        name: "typescript",
        file_extension: ".ts",
        version: expect.stringMatching(/^\d+\.\d+\.\d+/) as unknown,
        pygments_lexer: "typescript",
        codemirror_mode: "typescript",
        nbconvert_exporter: "script",
      },
    });
    expect(reply.content["banner"]).toMatch(/^svclib \d.*(tslab 1\.0\.22|Deno \d)/);
  });

  test("history, comm_info and comm requests get replies", async () => {
    const tail = await kernel.client.request("history_request", {
      hist_access_type: "tail",
      n: 1,
      output: false,
    });
    expect(tail.reply.content).toMatchObject({ status: "ok", history: [[1, count, expect.any(String)]] });
    const comms = await kernel.client.request("comm_info_request", { target_name: "jupyter.widget" });
    expect(comms.reply.type).toBe("comm_info_reply");
    expect(comms.reply.content).toEqual({ status: "ok", comms: {} });
    const closed = new Promise<unknown>((resolve) => {
      kernel.client.onMessage = ({ type, content }) => {
        if (type === "comm_close") resolve(content["comm_id"]);
      };
    });
    const open = { comm_id: "c1", target_name: "jupyter.widget", data: {} };
    kernel.client.request("comm_open", open).catch(() => undefined);
    expect(await closed).toBe("c1");
    kernel.client.onMessage = () => undefined;
  });

  test("completion and tooltips come from the kernel", async () => {
    await run("const completable = { alpha: 1 }");
    const code = "'😀😀'; completab";
    const cursor = [...code].length;
    const { reply } = await kernel.client.request("complete_request", { code, cursor_pos: cursor });
    expect(reply.content).toMatchObject({ status: "ok", cursor_start: cursor - 9, cursor_end: cursor });
    expect(reply.content["matches"]).toContain("completable");
    const inspected = await kernel.client.request("inspect_request", {
      code: "completable",
      cursor_pos: 3,
      detail_level: 0,
    });
    expect(inspected.reply.content).toMatchObject({ status: "ok", found: true });
    const complete = await kernel.client.request("is_complete_request", { code: "if (1) {" });
    expect(complete.reply.content["status"]).toBe("incomplete");
  });

  /** Text of the tooltip at the end of a cell; null without one. */
  const tooltip = async (code: string): Promise<unknown> => {
    const asked = { code, cursor_pos: [...code].length, detail_level: 0 };
    const { content } = (await kernel.client.request("inspect_request", asked)).reply;
    return content["found"] === true ? (content["data"] as Content)["text/plain"] : null;
  };

  test("names of the notebook and of the library are explained", async () => {
    await run("function late(rows: number, limit = 10) { return rows > limit }");
    expect(await tooltip("late")).toMatch(/^function late\(rows.*, limit.*\)/);
    expect(await tooltip("read_svc_job")).toContain(
      "function read_svc_job(job_id: number | string, engine: QueryEngine",
    );
    expect(await tooltip("read_svc_job")).toContain("Return the result of a job as a table");
  });

  if (name === "deno") {
    test("a value is explained without running code of the notebook", async () => {
      await run(`
        let runs = 0;
        const run = () => { runs++; return "x" };
        const watched = new Proxy({ a: 1 }, { get: run, has: run, ownKeys: run, getPrototypeOf: run, getOwnPropertyDescriptor: run });
        class Flight {
          constructor(public origin: string, public delay = 1) {}
          get late() { return run() }
          isLate(limit, { strict = false } = {}) { return this.delay > limit }
          [Symbol.for("Deno.customInspect")]() { return run() }
          [Symbol.toPrimitive]() { return run() }
        }
        const flight = new Flight("SFO");
        const under = Object.create(watched);
        Object.defineProperty(globalThis, "lazy", { get: run, configurable: true });
        const flights = aq.table({ origin: ["SFO", null], delay: [null, 3n], none: [null, null], at: [new Date(0), null] });
        const secret = { apikey: "1/abc" };
        const [texts, when, big, nothing] = [["a", "b"], new Date(0), 12n, null];`);
      const asked = {
        flights:
          "flights: table, 2 rows × 4 columns\n  origin  string\n  delay   bigint\n  none\n  at      Date",
        flight: "flight: Flight\n  origin  string\n  delay   number",
        "flight.origin": 'flight.origin: string = "SFO"',
        "flight.isLate": "function flight.isLate(limit, { strict = false } = {})",
        "flight.late": null,
        Flight: "class Flight\nnew Flight(origin, delay = 1)",
        watched: "watched: object",
        "watched.a": null,
        under: "under: object",
        "under.a": null,
        lazy: null,
        absent: null,
        secret: "secret: object\n  apikey  string",
        texts: "texts: array of 2",
        "texts.length": "texts.length: number = 2",
        when: "when: Date = 1970-01-01T00:00:00.000Z",
        big: "big: bigint = 12n",
        nothing: "nothing: null",
        runs: "runs: number = 0",
      };
      for (const [code, text] of Object.entries(asked))
        expect([code, await tooltip(code)]).toEqual([code, text]);
    });

    test("nothing is explained while a cell runs", async () => {
      const running = run("await new Promise((resolve) => setTimeout(resolve, 50))");
      expect(await tooltip("flights")).toBeNull();
      await running;
      expect(await tooltip("flights.columnNames")).toMatch(/^function flights.columnNames\(/);
    });
  }

  if (name === "tslab")
    test("names that every notebook has are completed", async () => {
      const matches = async (code: string): Promise<unknown> => {
        const asked = { code, cursor_pos: code.length };
        return (await kernel.client.request("complete_request", asked)).reply.content["matches"];
      };
      expect(await matches("read_svc_q")).toContain("read_svc_query");
      expect(await matches("const t = create_e")).toContain("create_engine");
      expect(await matches("op.medi")).toContain("median");
      expect(await matches("Math.create_e")).not.toContain("create_engine");
    });

  if (name === "deno") {
    test("a cell can ask for input", async () => {
      kernel.client.onInput = (prompt) => `answer to ${prompt}`;
      expect(streamText(await run('console.log(prompt("name?"))'))).toBe("answer to name?\n");
      const { reply } = await run('console.log(prompt("name?"))', { allowStdin: false });
      expect(reply).toMatchObject({ execution_count: count });
    });

    test("output of the library and of the cell keeps its order", async () => {
      const printed = 'Deno.jupyter.broadcast("stream", { name: "stdout", text: "2\\n" })';
      expect(streamText(await run(`console.log(1); await ${printed}; console.log(3)`))).toBe("1\n2\n3\n");
    });
  }

  const many = partOf(250, 10);
  test(`${many} cells in a row give complete output`, async () => {
    for (let i = 0; i < many; i++) {
      const { exchange, outputs, reply } = await run(`console.log(${i})`);
      if (reply["status"] !== "ok" || reply["execution_count"] !== count)
        throw new Error(`cell ${i}: ${JSON.stringify(reply)}`);
      const types = exchange.published.map(({ type }) => type).join();
      if (types !== "status,execute_input,stream,status")
        throw new Error(`cell ${i}: ${types} ${JSON.stringify(outputs)}`);
      if (outputs[0]?.[1]["text"] !== `${i}\n`) throw new Error(`cell ${i}: ${JSON.stringify(outputs)}`);
    }
  });
});
