import { expect, test } from "@jest/globals";
import { escapeHtml } from "../../../src/magics/display/escape-html.ts";

test.each<[string, string]>([
  ["", ""],
  ["é 日本 😀", "é 日本 😀"],
  ["<b title='x'>\"A\" & B</b>", "&lt;b title=&#39;x&#39;&gt;&quot;A&quot; &amp; B&lt;/b&gt;"],
  ["&amp;", "&amp;amp;"],
])("%j", (text, escaped) => {
  expect(escapeHtml(text)).toBe(escaped);
});
