import { describe, expect, test } from "@jest/globals";
import { openedNotebook, runningLab } from "../lib/running-lab.ts";

const QUERY =
  "%%svc_presto sample_datasets --limit 5\nselect date_trunc('day', t) as day, cast(n as bigint) from x where n > {least} -- why";

describe.each(["lab", "notebook"] as const)("the extension in Jupyter's %s", (frontEnd) => {
  const running = runningLab(frontEnd);

  describe.each(["svc-tslab", "svc-deno"] as const)("with %s", (kernel) => {
    const tab = openedNotebook(running, "sharing-results.ipynb", kernel);

    test("SQL is highlighted as SQL, the magic's line as a magic, a variable as TypeScript", async () => {
      await tab.notebook.typeCell(QUERY);
      await tab.notebook.page.waitForTimeout(500);
      const tokens = await tab.notebook.tokens();
      expect(tokens).toEqual(
        expect.arrayContaining([
          "%%svc_presto meta",
          "select keyword",
          "date_trunc builtin",
          "'day' string",
          "where keyword",
          "-- why comment",
        ]),
      );
      expect(tokens).not.toContain("least builtin");
      await tab.notebook.picture(`${kernel}-${frontEnd}-language`);
    });

    test("Hive keywords are highlighted as such; the rest is TypeScript", async () => {
      await tab.notebook.typeCell("%%svc_hive\nselect explode(a) from x lateral view y distribute by z");
      await tab.notebook.page.waitForTimeout(300);
      expect(await tab.notebook.tokens()).toEqual(
        expect.arrayContaining(["explode builtin", "lateral keyword", "distribute keyword"]),
      );
      await tab.notebook.typeCell("%svc_use sample_datasets\nconst select = 1; // from");
      await tab.notebook.page.waitForTimeout(300);
      const tokens = await tab.notebook.tokens();
      expect(tokens).toEqual(
        expect.arrayContaining(["%svc_use meta", "const keyword", "select def", "// from comment"]),
      );
    });

    test("Ctrl-/ comments a line in the language at the cursor", async () => {
      await tab.notebook.typeCell("%%svc_presto\nselect 1");
      await tab.notebook.page.keyboard.press("Control+/");
      expect(await tab.notebook.source()).toBe("%%svc_presto\n-- select 1");
      await tab.notebook.typeCell("const a = 1;");
      await tab.notebook.page.keyboard.press("Control+/");
      expect(await tab.notebook.source()).toBe("// const a = 1;");
    });

    test("Format SQL by its shortcut; an undo takes back it alone, also right after typing", async () => {
      await tab.notebook.typeCell("%%svc_presto\nselect a,b from t where x={x} and y>1");
      await tab.notebook.page.keyboard.press("Alt+Shift+F");
      expect(await tab.notebook.source()).toBe(
        "%%svc_presto\nselect\n  a,\n  b\nfrom\n  t\nwhere\n  x = {x}\n  and y > 1",
      );
      await tab.notebook.page.keyboard.press("Control+z");
      expect(await tab.notebook.source()).toBe("%%svc_presto\nselect a,b from t where x={x} and y>1");
    });

    test("Format SQL shows where a query has a syntax error, and does not change it", async () => {
      const query = "%%svc_presto\nselect a from t where (b > 1";
      await tab.notebook.typeCell(query);
      await tab.notebook.page.keyboard.press("Alt+Shift+F");
      await tab.notebook.page.getByText("Not formatted: the query can't be read at line 2").first().waitFor();
      expect(await tab.notebook.source()).toBe(query);
    });

    test("the browser console has no errors", () => {
      // Notebook 7.6 logs one error, also without the extension.
      expect(tab.notebook.faults.filter((fault) => !fault.includes("reading 'schema'"))).toEqual([]);
    });
  });
});
