import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * Imports run one way: core <- magics <- kernel <- cli, service <- cli, core and service <- testing, and dialect, which imports nothing of the rest, <- magics, service;
 * of core, service takes types, what is on the wire and the blocks; of dialect, core takes statement-text, position, nearest-name, zone-names and the table of types, which is there because dialect imports nothing, and lab the lists of words and quotes; of kernel, lab takes the requests and texts of a grid, and of magics the rule of what a magic is.
 */
const layer = (folder, forbidden) => ({
  files: [`src/${folder}/**/*.ts`],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: forbidden.map((name) => ({
          regex: `^(\\.\\./)+${name}/${folder === "service" ? "(?!wire/|blocks/)" : ""}`,
          message: `src/${folder} must not import this of src/${name.replace(/\(.*/, "")}`,
          ...(folder === "service" && name === "core" ? { allowTypeImports: true } : {}),
        })),
      },
    ],
  },
});

export default defineConfig(
  { ignores: ["dist/", "node_modules/", "docs/", "reports/", "notebooks/"] },
  js.configs.recommended,
  {
    files: ["**/*.ts"],
    extends: [tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      "@typescript-eslint/restrict-template-expressions": [
        "error",
        { allowNumber: true, allowBoolean: true },
      ],
    },
  },
  {
    files: ["test/**/*.ts"],
    rules: {
      // What `expect.any` and its like give.
      "@typescript-eslint/no-unsafe-assignment": "off",
      "@typescript-eslint/no-unsafe-return": "off",
    },
  },
  {
    files: ["**/*.js", "**/*.mjs", "**/*.cjs"],
    languageOptions: {
      globals: Object.fromEntries(
        [
          "process",
          "console",
          "URL",
          "setTimeout",
          "clearTimeout",
          "setInterval",
          "clearInterval",
          "performance",
          "AbortController",
          "AbortSignal",
          "Buffer",
          "fetch",
          "TextDecoder",
          "TextEncoder",
        ].map((name) => [name, "readonly"]),
      ),
    },
  },
  {
    files: ["src/**/*.ts"],
    ignores: ["src/system/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        {
          selector: "MemberExpression[object.name='process'][property.name='platform']",
          message: "take it from src/system, where all is that differs between systems",
        },
        {
          selector: "ImportSpecifier[imported.name=/^(rename|renameSync|rm|rmSync|unlink|unlinkSync)$/]",
          message:
            "take renameFile, removeFile and removeAll of src/system: Windows refuses files that are open",
        },
      ],
    },
  },
  layer("system", ["core", "dialect", "magics", "kernel", "service", "cli", "lab", "testing"]),
  layer("dialect", ["core", "magics", "kernel", "service", "cli", "lab", "system", "testing"]),
  layer("core", [
    "magics",
    "kernel",
    "service",
    "cli",
    "lab",
    "testing",
    "dialect(?!/(?:parse/(?:statement-text|position)|nearest-name|time/zone-names|types/scalar-types)\\.)",
  ]),
  layer("magics", ["kernel", "service", "cli", "lab", "testing"]),
  layer("kernel", ["service", "cli", "dialect", "lab", "testing"]),
  layer("lab", [
    "core",
    "magics(?!/cell/magic-candidates\\.)",
    "kernel(?!/comms/(?:grid-request|cell-text)\\.)",
    "service",
    "cli",
    "testing",
    "dialect(?!/(?:dialect\\.|quote\\.|parse/|analyze/type-names\\.|functions/function-help\\.))",
  ]),
  layer("service", ["magics", "kernel", "cli", "core", "lab", "testing"]),
  layer("testing", ["magics", "kernel", "cli", "lab"]),
);
