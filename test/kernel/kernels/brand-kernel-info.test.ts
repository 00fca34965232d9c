import { expect, test } from "@jest/globals";
import { VERSION } from "../../../src/core/version.ts";
import { brandKernelInfo } from "../../../src/kernel/kernels/brand-kernel-info.ts";

const brand = {
  realKernel: "Deno 2.8.3",
  languageInfo: { name: "typescript", codemirror_mode: { name: "ts" } },
};

test("the reply keeps what the real kernel says, under svclib's name and version", () => {
  const links = [{ text: "Deno", url: "https://deno.com" }];
  const content = {
    protocol_version: "5.3",
    implementation: "Deno kernel",
    banner: "Welcome",
    help_links: links,
  };
  expect(brandKernelInfo(content, brand)).toEqual({
    protocol_version: "5.3",
    implementation: "Deno kernel",
    implementation_version: VERSION,
    status: "ok",
    banner: `svclib ${VERSION} on Deno 2.8.3`,
    help_links: links,
    language_info: {
      name: "typescript",
      pygments_lexer: "typescript",
      nbconvert_exporter: "script",
      codemirror_mode: "typescript",
    },
  });
});

test("links are a list also where the real kernel has none", () => {
  expect(brandKernelInfo({}, brand)["help_links"]).toEqual([]);
});
