import { deflateSync, gzipSync } from "node:zlib";
import { describe, expect, test } from "@jest/globals";
import { received } from "../helpers/received.ts";
import { Form, FORM_LIMIT_BYTES, readForm } from "../../../src/service/http/form.ts";

function post(body: BodyInit | null, type?: string): ReturnType<typeof received> {
  const request = new Request("http://svc.test/", {
    method: "POST",
    body,
    headers: type === undefined ? {} : { "content-type": type },
  });
  return received(request);
}
type BodyInit = NonNullable<ConstructorParameters<typeof Response>[0]>;

describe("readForm", () => {
  test("multipart as sent by Python: no part types, line ends kept", async () => {
    const boundary = "0123456789abcdef0123456789abcdef";
    const body = [
      `--${boundary}`,
      'Content-Disposition: form-data; name="query"',
      "",
      "select 'é'\nfrom t\r\nwhere 1=1",
      `--${boundary}`,
      'Content-Disposition: form-data; name="priority"',
      "",
      "-1",
      `--${boundary}--`,
      "",
    ].join("\r\n");
    const form = await readForm(post(body, `multipart/form-data; boundary=${boundary}`));
    expect([...form]).toEqual([
      ["query", "select 'é'\nfrom t\r\nwhere 1=1"],
      ["priority", "-1"],
    ]);
  });

  test("multipart with a file", async () => {
    const body = new FormData();
    body.append("query", new Blob(["select 'é'"]), "query.sql");
    expect([...(await readForm(post(body)))]).toEqual([["query", "select 'é'"]]);
  });

  test("urlencoded", async () => {
    const form = await readForm(
      post("query=select+1%2B1&x=", "application/x-www-form-urlencoded; charset=utf-8"),
    );
    expect([...form]).toEqual([
      ["query", "select 1+1"],
      ["x", ""],
    ]);
  });

  test("JSON: members as they are, null counts as absent", async () => {
    const body = {
      query: "select 'é'",
      priority: -1,
      overwrite: true,
      result: null,
      schema: [["n", "long"]],
    };
    const form = await readForm(post(JSON.stringify(body), "application/json; charset=utf-8"));
    expect([...form]).toEqual([
      ["query", "select 'é'"],
      ["priority", -1],
      ["overwrite", true],
      ["schema", [["n", "long"]]],
    ]);
  });

  test.each(['[["n","long"]]', '"[[\\"n\\",\\"long\\"]]"'])(
    "JSON as the value of one field: %s",
    async (body) => {
      const form = await readForm(post(body, "application/json"), "schema");
      expect(form.json("schema")).toEqual([["n", "long"]]);
    },
  );

  test("the body's fields override those of the URL", async () => {
    const request = new Request("http://svc.test/x?priority=1&query=no", {
      method: "POST",
      body: '{"query":"select 1"}',
      headers: { "content-type": "application/json" },
    });
    expect([...(await readForm(received(request)))]).toEqual([
      ["priority", "1"],
      ["query", "select 1"],
    ]);
  });

  test.each([
    ["gzip", gzipSync],
    ["X-GZIP", gzipSync],
    ["deflate", deflateSync],
    ["identity", (text: string) => text],
  ])("a body in %s", async (coding, pack) => {
    const request = post(pack("query=select+1"), "application/x-www-form-urlencoded");
    request.request.headers.set("content-encoding", coding);
    expect([...(await readForm(request))]).toEqual([["query", "select 1"]]);
  });

  test.each([
    [
      "br",
      Buffer.from("query=1"),
      "unsupported_coding",
      "A body in br is not supported; send gzip, deflate or none.",
    ],
    [
      "gzip",
      Buffer.from("query=1"),
      "bad_request",
      "The gzip body can't be unpacked: incorrect header check",
    ],
    [
      "gzip",
      gzipSync("query=1").subarray(0, -9),
      "bad_request",
      "The gzip body can't be unpacked: unexpected end of file",
    ],
    [
      "gzip",
      gzipSync(Buffer.alloc(FORM_LIMIT_BYTES + 1)),
      "too_large",
      "The request body is larger than 16777216 bytes.",
    ],
  ])("a body in %s that can't be unpacked is refused", async (coding, body, kind, message) => {
    const request = post(body, "application/x-www-form-urlencoded");
    request.request.headers.set("content-encoding", coding);
    await expect(readForm(request)).rejects.toMatchObject({ kind, message });
  });

  test("text in the charset that its type names", async () => {
    const type = 'application/json; charset="ISO-8859-1"';
    expect([...(await readForm(post(Buffer.from('{"query":"\u00e9"}', "latin1"), type)))]).toEqual([
      ["query", "é"],
    ]);
  });

  test.each([
    ["application/json", Buffer.from('{"query":"\u00e9"}', "latin1")],
    ["application/x-www-form-urlencoded", Buffer.from("query=\u00e9", "latin1")],
    ["application/x-www-form-urlencoded", Buffer.from("query=%E9")],
    ["multipart/form-data; boundary=x", Buffer.from("--x\r\n\u00e9", "latin1")],
  ])("bytes that are not UTF-8 in %s are refused, not replaced", async (type, body) => {
    await expect(readForm(post(body, type))).rejects.toMatchObject({
      kind: "bad_request",
      message: "The request's body is not text in UTF-8.",
    });
  });

  test("U+FFFD itself is text", async () => {
    const form = await readForm(post("query=%EF%BF%BD", "application/x-www-form-urlencoded"));
    expect([...form]).toEqual([["query", "\ufffd"]]);
  });

  test.each([
    ["application/x-www-form-urlencoded", "a&".repeat(1001), "The form has more than 1000 fields."],
    [
      "multipart/form-data; boundary=x",
      `${'--x\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n'.repeat(1002)}--x--\r\n`,
      "The form has more than 1000 fields.",
    ],
    ["application/json", `{"a":[${"0,".repeat(100_000)}0]}`, "The JSON body has more than 100000 values."],
    ["application/json", "[".repeat(100_001), "The JSON body has more than 100000 values."],
  ])("%s of many values, which take many times its bytes, is refused", async (type, body, message) => {
    await expect(readForm(post(body, type))).rejects.toMatchObject({ kind: "too_large", message });
  });

  test("lines of SQL that look like parts, and a long text with brackets, are one field", async () => {
    const sql = `select '[{,"' ${"\n--x,[".repeat(2000)}`;
    const part = `--bound\r\nContent-Disposition: form-data; name="query"\r\n\r\n${sql}\r\n--bound--\r\n`;
    expect([...(await readForm(post(part, "multipart/form-data; boundary=bound")))]).toEqual([
      ["query", sql],
    ]);
    const json = JSON.stringify({ query: `${'\\"[,'.repeat(60_000)}\\` });
    expect((await readForm(post(json, "application/json"))).get("query")).toHaveLength(240_001);
  });

  test("what is received, unpacked and grown is counted, and given back where it is not kept", async () => {
    const call = post(gzipSync(Buffer.alloc(1_000_000, "a")), "application/x-www-form-urlencoded");
    call.request.headers.set("content-encoding", "gzip");
    await readForm(call);
    expect(call.memory.bytes).toBeGreaterThan(1_000_000);
    expect(call.memory.bytes).toBeLessThan(1_010_000);
  });

  test("an empty body", async () => {
    expect([...(await readForm(post(null)))]).toEqual([]);
    expect([...(await readForm(post("", "multipart/form-data; boundary=x")))]).toEqual([]);
  });

  test("an unreadable body is refused", async () => {
    await expect(readForm(post("x", "text/plain"))).rejects.toThrow("A body of type text/plain");
    await expect(readForm(post("{", "application/json"))).rejects.toThrow(
      "The JSON body can't be read as JSON",
    );
    const deep = `{"query":${"[".repeat(50_000)}${"]".repeat(50_000)}}`;
    await expect(readForm(post(deep, "application/json"))).rejects.toThrow(
      "The JSON body is nested too deep.",
    );
    await expect(readForm(post("[1]", "application/json"))).rejects.toThrow("must be an object of fields");
    await expect(readForm(post("junk", "multipart/form-data; boundary=x"))).rejects.toMatchObject({
      kind: "bad_request",
    });
    const large = Buffer.alloc(FORM_LIMIT_BYTES + 1, "a");
    await expect(readForm(post(large, "application/x-www-form-urlencoded"))).rejects.toMatchObject({
      kind: "too_large",
    });
  });
});

test.each([
  ["5", 5],
  ["-2", -2],
  [7, 7],
  ["", 3],
  [undefined, 3],
])("wholeNumber of %p", (text, value) => {
  expect(new Form(text === undefined ? [] : [["n", text]]).wholeNumber("n", 3)).toBe(value);
});

test.each([
  ["x", '"x"'],
  ["1.5", '"1.5"'],
  ["1e3", '"1e3"'],
  ["99999999999999999", '"99999999999999999"'],
  [1.5, "1.5"],
  [true, "true"],
  [["1"], "a list"],
  [{ toString: 1 }, "an object"],
])("wholeNumber refuses %p", (value, text) => {
  expect(() => new Form([["n", value]]).wholeNumber("n", 7)).toThrow(
    `n must be a whole number, not ${text}.`,
  );
});

test.each([
  ["TRUE", true],
  [true, true],
  [1, true],
  ["0", false],
  [0, false],
  ["", false],
])("flag of %p", (value, wanted) => {
  expect(new Form([["f", value]]).flag("f")).toBe(wanted);
});

test.each([
  [2, "2"],
  ["yes", '"yes"'],
  [[true], "a list"],
  [{ toString: 1 }, "an object"],
])("flag refuses %p", (value, text) => {
  expect(() => new Form([["f", value]]).flag("f")).toThrow(`f must be true or false, not ${text}.`);
});

test("a text is no number, list or object", () => {
  expect(["a", "", undefined].map((value) => new Form([["t", value]]).text("t"))).toEqual(["a", null, null]);
  for (const [value, text] of [
    [0, "0"],
    [false, "false"],
    [["a"], "a list"],
    [{ toString: 1 }, "an object"],
  ] as const)
    expect(() => new Form([["t", value]]).text("t")).toThrow(`The field t must be a text, not ${text}.`);
});
