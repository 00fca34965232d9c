import { beforeEach, expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { create_engine } from "../../src/core/query-engine.ts";
import { engine_on, job_engine } from "../../src/magics/engine-on.ts";
import { magic_context } from "../../src/magics/magic-context.ts";

const client = connect("1/key", "http://127.0.0.1:1", { database: "own" });

beforeEach(() => {
  magic_context.database = null;
});

test("a Client is used as connection", () => {
  const engine = engine_on(client, "hive:web", { show_progress: false });
  expect([engine.type, engine.database, engine.client === client, engine.show_progress]).toEqual([
    "hive",
    "web",
    true,
    false,
  ]);
});

test("of a QueryEngine the connection, header and database are used", () => {
  const lent = create_engine("hive:lent", { con: client, header: "mine" });
  const named = engine_on(lent, "presto:web");
  expect([named.type, named.database, named.client === client, named.header]).toEqual([
    "presto",
    "web",
    true,
    "mine",
  ]);
  expect(engine_on(lent, "presto").database).toBe("lent");
});

test("without a database: the current one, else the Client's own", () => {
  expect(engine_on(client, "presto").database).toBe("own");
  magic_context.database = "used";
  expect(engine_on(client, "presto").database).toBe("used");
  expect(job_engine(client).client).toBe(client);
});

test.each([[null], [undefined], [1], [{}], ["presto:web"]])("%p is not a connection", (con) => {
  expect(() => engine_on(con as never, "presto:web")).toThrow(
    "the variable of --connection holds neither a Client nor a QueryEngine",
  );
});
