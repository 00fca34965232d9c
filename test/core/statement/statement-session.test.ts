import { expect, test } from "@jest/globals";
import { StatementSession } from "../../../src/core/statement/statement-session.ts";

const reply = (headers: Readonly<Record<string, string>>): Headers => new Headers(headers);

test("a new session sends nothing", () => {
  const session = new StatementSession();
  session.update("x-trino", reply({ "content-type": "application/json" }));
  expect(session.headers("x-trino")).toEqual({});
  expect([session.catalog, session.schema]).toEqual([null, null]);
});

test("what statements set is sent with later ones, encoded as it came, under the names of either protocol", () => {
  const session = new StatementSession();
  session.update(
    "x-trino",
    reply({ "x-trino-set-session": "a=1%2C2, b=x=y", "x-trino-set-role": "hive=ROLE%7Badmin%7D" }),
  );
  session.update("x-trino", reply({ "x-trino-added-prepare": "q=select+1", "x-trino-set-path": "udf" }));
  session.update("x-trino", reply({ "x-trino-set-catalog": "hive", "x-trino-set-schema": "web" }));
  session.update("x-presto", reply({ "x-trino-set-session": "c=3" }));
  expect(session.headers("x-presto")).toEqual({
    "x-presto-session": "a=1%2C2,b=x=y",
    "x-presto-role": "hive=ROLE%7Badmin%7D",
    "x-presto-prepared-statement": "q=select+1",
    "x-presto-path": "udf",
  });
  expect([session.catalog, session.schema]).toEqual(["hive", "web"]);
});

test("what statements take back is sent no more", () => {
  const session = new StatementSession();
  session.update(
    "x-trino",
    reply({ "x-trino-set-session": "a=1,b=2,c=4", "x-trino-added-prepare": "q=1,r=2" }),
  );
  session.update("x-trino", reply({ "x-trino-clear-session": "a", "x-trino-deallocated-prepare": "r" }));
  session.update("x-trino", reply({ "x-trino-set-session": "b=3" }));
  expect(session.headers("x-trino")).toEqual({
    "x-trino-session": "b=3,c=4",
    "x-trino-prepared-statement": "q=1",
  });
});

test("entries without a name or a value are left out, values may be empty", () => {
  const session = new StatementSession();
  session.update("x-trino", reply({ "x-trino-set-session": ", a, =1, b=" }));
  expect(session.headers("x-trino")).toEqual({ "x-trino-session": "b=" });
});
