import { describe, expect, test } from "@jest/globals";
import { connect } from "../../src/core/connect.ts";
import { create_engine } from "../../src/core/query-engine.ts";

describe("descriptors", () => {
  test.each([
    ["presto:sample_datasets", "presto", "sample_datasets"],
    ["hive:db_1?tz=UTC", "hive", "db_1"],
    ["trino:db", "presto", "db"],
  ])("%s uses the default connection", (url, type, database) => {
    const engine = create_engine(url);
    expect([engine.type, engine.database]).toEqual([type, database]);
    expect([engine.header, engine.show_progress, engine.clear_progress]).toEqual([true, 5, true]);
  });

  test.each([
    ["presto://1/0a1b2c@api.example.com/db", "https://api.example.com", "1/0a1b2c"],
    ["hive://1/AbC@api.example.com:8443/db?x=1/2@3", "https://api.example.com:8443", "1/AbC"],
    ["presto://1/k@127.0.0.1:8190/db/", "http://127.0.0.1:8190", "1/k"],
    ["presto://a@b@localhost:80/db", "http://localhost", "a@b"],
  ])("%s carries its own endpoint and key", async (url, endpoint, apikey) => {
    const engine = create_engine(url);
    expect(engine.database).toBe("db");
    expect(await engine.client.target()).toMatchObject({ endpoint, apikey });
  });

  test.each([
    [
      "presto:my-db",
      'database name "my-db" in the engine descriptor holds "-"; names hold only a-z, 0-9 and _',
    ],
    ["presto:My", 'database name "My" in the engine descriptor holds "M"; names hold only a-z, 0-9 and _'],
    ["xpresto:db", 'engine type "xpresto" is not known; write presto or hive'],
    ["PRESTO:db", 'engine type "PRESTO" is not known; write presto or hive'],
    [
      "presto",
      "the engine descriptor is not of the form <type>:<database> or <type>://<apikey>@<host>/<database>",
    ],
    ["presto:", "the engine descriptor names no database"],
    ["presto://s3cret/db", "the engine descriptor has no API key"],
    ["presto://@host/db", "the engine descriptor has no API key"],
    ["presto://s3cret@host", "after the key, the engine descriptor must read <host>/<database>"],
    ["presto://s3cret@host/a/b", "after the key, the engine descriptor must read <host>/<database>"],
    ["presto://s3cret@ho st/db", '"ho st" in the engine descriptor is not a host'],
    ["presto:db\n", 'holds "\\n"'],
  ])("%j is refused, without its key", (url, message) => {
    const error = (() => {
      try {
        create_engine(url);
        return new Error("accepted");
      } catch (e) {
        return e as Error;
      }
    })();
    expect(error.name).toBe("ConfigError");
    expect(error.message).toContain(message);
    expect(error.message).not.toContain("s3cret");
  });
});

describe("options", () => {
  const con = connect("1/k", "http://127.0.0.1:1");

  test("a Client, or all options in one object", () => {
    expect(create_engine("presto:db", con).client).toBe(con);
    expect(create_engine("presto:db", con, { header: "mine" })).toMatchObject({
      client: con,
      header: "mine",
    });
    expect(create_engine("presto:db", { con, show_progress: false })).toMatchObject({
      client: con,
      show_progress: false,
    });
    expect(create_engine("presto:db", null, { con })).toMatchObject({ client: con });
  });

  test("a Client and a descriptor with a key exclude each other", () => {
    expect(() => create_engine("presto://1/x@host/db", con)).toThrow(
      "the engine descriptor and con name two connections; write presto:db to use con",
    );
  });

  test("an unknown option is named", () => {
    expect(() => create_engine("presto:db", { colour: 1 } as never)).toThrow(
      "create_engine has no option colour; it has con, header, show_progress, clear_progress",
    );
  });
});
