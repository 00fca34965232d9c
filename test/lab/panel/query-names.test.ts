import { expect, test } from "@jest/globals";
import { selectCell } from "../../../src/lab/panel/query-names.ts";

test("the cell that shows rows of a table can be run whatever its columns are called", () => {
  expect(selectCell("shop", "group", ["order", "item"])).toBe(
    '%%svc_presto shop\nselect "order", item\nfrom "group"\nlimit 100',
  );
  expect(selectCell("shop", "empty", [])).toBe("%%svc_presto shop\nselect *\nfrom empty\nlimit 100");
});
