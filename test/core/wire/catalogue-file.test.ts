import { describe, expect, test } from "@jest/globals";
import { catalogueFile, readCatalogueFile } from "../../../src/core/wire/catalogue-file.ts";

const TEXT = `{
  "version": 1,
  "databases": [
    {
      "name": "empty",
      "tables": []
    },
    {
      "name": "shop",
      "tables": [
        {
          "name": "events",
          "columns": []
        },
        {
          "name": "orders",
          "columns": [
            { "name": "symbol", "type": "string" },
            { "name": "2024", "type": "array<long>" },
            { "name": "__proto__", "type": "map<string,double>" }
          ]
        }
      ]
    }
  ]
}
`;

const orders = {
  name: "orders",
  columns: [
    { name: "symbol", type: "string" },
    { name: "2024", type: "array<long>" },
    { name: "__proto__", type: "map<string,double>" },
  ],
};
const events = { name: "events", columns: [] };

describe("a catalogue file", () => {
  test("has databases and tables by name, and columns in the table's order", () => {
    const shop = { name: "shop", tables: [orders, events] };
    expect(catalogueFile([shop, { name: "empty", tables: [] }])).toBe(TEXT);
    expect(catalogueFile([])).toBe('{\n  "version": 1,\n  "databases": []\n}\n');
  });

  test("is read as it was written", () => {
    const databases = readCatalogueFile(TEXT);
    expect(databases).toEqual([
      { name: "empty", tables: [] },
      { name: "shop", tables: [events, orders] },
    ]);
    expect(catalogueFile(databases)).toBe(TEXT);
  });

  test.each([
    ["{", "my.json is not JSON; write it again with svclib catalog pull --all, or pull DATABASE ..."],
    [
      "null",
      "my.json is not a catalogue; write it again with svclib catalog pull --all, or pull DATABASE ...",
    ],
    [
      '{ "databases": [] }',
      "my.json is not a catalogue; write it again with svclib catalog pull --all, or pull DATABASE ...",
    ],
    [
      '{ "version": 1, "databases": {} }',
      "my.json is not a catalogue; write it again with svclib catalog pull --all, or pull DATABASE ...",
    ],
    [
      '{ "version": 1, "databases": [{ "name": "a", "tables": [{ "name": "b" }] }] }',
      "my.json is not a catalogue; write it again with svclib catalog pull --all, or pull DATABASE ...",
    ],
    [
      '{ "version": 2, "tables": [] }',
      "my.json was written by a newer svclib (version 2 of the file); update svclib",
    ],
  ])("%j is refused", (text, message) => {
    expect(() => readCatalogueFile(text, "my.json")).toThrow(message);
  });
});
