import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { startTestService, type TestService } from "../service/helpers/start-test-service.ts";

// Values of wrong types in the JSON bodies of all routes that read one.

let service: TestService;

beforeAll(async () => {
  service = await startTestService();
  await service.post("/v3/database/create/shop");
  for (const table of ["one", "two"]) await service.post(`/v3/table/create/shop/${table}/log`);
});
afterAll(() => service.remove());

type Kind = "text" | "number" | "flag" | "list";

/** Every field of a body, and what it takes. */
const FIELDS: Readonly<Record<string, Kind>> = {
  query: "text",
  priority: "number",
  domain_key: "text",
  retry_limit: "number",
  local: "list",
  scheduled_time: "number",
  from: "number",
  to: "number",
  mode: "text",
  idempotent_key: "text",
  if_empty: "flag",
  schema: "list",
  overwrite: "flag",
  expire_days: "number",
  dest_database_name: "text",
};

/** What the other fields of a body are, so that only one is wrong. */
const OTHERS = { query: "select 1", from: 0, to: 1, schema: [["n", "long"]], dest_database_name: "shop" };

const PATHS: Readonly<Record<string, string>> = {
  type: "presto",
  database: "shop",
  table: "one",
  name: "new",
};

const deep = (depth: number): unknown => JSON.parse(`${"[".repeat(depth)}${"]".repeat(depth)}`);

const WRONG: Readonly<Record<Kind, readonly unknown[]>> = {
  text: [0, 1, -1.5, 1e300, true, false, [], ["a"], {}, { toString: 1 }, { length: 1 }, JSON.parse('{"__proto__":{"a":1}}'), deep(900)],
  number: [1.5, 1e300, true, [], [1], {}, { toString: "1" }, { valueOf: 1 }, JSON.parse('{"__proto__":1}'), "one", "1e3", deep(900)],
  flag: [2, -1, 1.5, [], [true], {}, { toString: "true" }, JSON.parse('{"__proto__":true}'), "yes", deep(900)],
  list: [1, true, {}, { length: 1 }, JSON.parse('{"__proto__":[]}'), "[", "{}", [1], [null], [[]], [[1, 2]], [["n"]], [["n", { toString: 1 }]], [["n", "long", { a: 1 }]], [{ name: "a" }], [deep(900)]],
}; // prettier-ignore

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Record<string, { requestBody?: { content: Record<string, { schema?: { properties?: object } }> } }>
    >
  >;
}

/** The routes that read a form, as `[path, field]`. */
async function fieldsOfRoutes(): Promise<(readonly [path: string, field: string])[]> {
  const { paths } = await service.json<Description & Record<string, unknown>>("/openapi.json");
  return Object.entries(paths).flatMap(([path, { post }]) =>
    Object.keys(post?.requestBody?.content["application/json"]?.schema?.properties ?? {}).map(
      (field) => [path.replace("{table}/{type}", "new/log").replace(/\{(\w+)\}/g, (_, name: string) => PATHS[name]!), field] as const,
    ),
  ); // prettier-ignore
}

const send = (path: string, body: unknown): Promise<Response> =>
  service.request(path, {
    method: "POST",
    body: typeof body === "string" ? body : JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

test("a value of a wrong type is refused with the field's name, in every field of every route", async () => {
  const fields = await fieldsOfRoutes();
  expect(fields.filter(([, field]) => !Object.hasOwn(FIELDS, field))).toEqual([]);
  const faults: unknown[] = [];
  for (const [path, field] of fields)
    for (const value of WRONG[FIELDS[field]!]) {
      const response = await send(path, { ...OTHERS, [field]: value });
      const { message = "" } = (await response.json()) as { message?: string };
      if (response.status !== 400 || !message.includes(field))
        faults.push([path, field, JSON.stringify(value).slice(0, 40), response.status, message]);
    }
  expect(faults).toEqual([]);
  expect(fields.length).toBeGreaterThan(15);
  expect(await service.json("/v3/job/list")).toMatchObject({ jobs: [] });
});

test("a body that is no object of fields is refused, and null is a field that is missing", async () => {
  const faults: unknown[] = [];
  for (const [path, field] of await fieldsOfRoutes()) {
    for (const body of [
      "1",
      "true",
      "null",
      '"x"',
      "[]",
      "[[]]",
      "{",
      '{"a"}',
      `${"[".repeat(5000)}`,
      '{"a":'.repeat(5000),
    ]) {
      // The columns alone may be the whole body.
      if (field === "schema" && body === "[]") continue;
      const { status } = await send(path, body);
      if (status !== 400) faults.push([path, body.slice(0, 20), status]);
    }
    if (!(field in OTHERS)) continue;
    const response = await send(path, { ...OTHERS, [field]: null });
    expect([path, response.status, await response.json()]).toEqual([
      path,
      400,
      expect.objectContaining({ message: `The field ${field} is required.` }),
    ]);
  }
  expect(faults).toEqual([]);
});
