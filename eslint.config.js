import { defineConfig } from "eslint/config";
import js from "@eslint/js";
import tseslint from "typescript-eslint";

/**
 * Imports run one way: core <- magics <- kernel <- cli, engine <- clusters <- service <- cli, core and service <- testing, and dialect, which imports nothing of the rest, <- magics, engine, clusters, service;
 * of core, service, engine and clusters take types, what is on the wire and the blocks, and only clusters' Spark client, which core's writer loads when it is used, takes more; of dialect, core takes statement-text, position, nearest-name, zone-names and the table of types, which is there because dialect imports nothing, and lab the lists of words and quotes; of kernel, lab takes the requests and texts of a grid, and of magics the rule of what a magic is.
 */

const PARTS = [
  "core",
  "dialect",
  "magics",
  "kernel",
  "service",
  "engine",
  "clusters",
  "cli",
  "lab",
  "system",
  "testing",
];

/** Of these parts the listed ones take types; of core also what is on the wire, and the blocks. */
const TYPES_OF = { core: ["engine", "clusters", "service"], clusters: ["service"] };
const layer = (folder, forbidden) => ({
  files: [`src/${folder}/**/*.ts`],
  ignores: ["src/clusters/spark/**"],
  rules: {
    "no-restricted-imports": [
      "error",
      {
        patterns: forbidden.map((name) => {
          const takesTypes = TYPES_OF[name]?.includes(folder) === true;
          return {
            regex: `^(\\.\\./)+${name}/${takesTypes && name === "core" ? "(?!wire/|blocks/)" : ""}`,
            message: `src/${folder} must not import this of src/${name.replace(/\(.*/, "")}`,
            ...(takesTypes ? { allowTypeImports: true } : {}),
          };
        }),
      },
    ],
  },
});

/** Words that say how a value came, and not what it is. Jupyter's protocol has a field `found`, which is no declaration. */
const NO_NAMES = "found|known|given|shown|asked|ended|made|written|typed|beside|behind";
/** Where a place is none of a grammar, a picture or a page. */
const PARTS_WITHOUT_PLACES = ["cli", "clusters", "engine", "kernel", "service", "testing"];
/** More such words, in these parts and in magics but for its charts. */
const NO_NAMES_OF_PARTS = `${NO_NAMES}|taken|kept|used|seen|said|begun|held|declared|here|there|again`;

const declaring = (names) => ({
  selector: `:matches(VariableDeclarator, :function, ArrayPattern, AssignmentPattern, TSPropertySignature, PropertyDefinition, MethodDefinition, TSMethodSignature) > Identifier[name=/^(${names})$/]:not(.init):not(.right):not(.value)`,
  message: "a participle, an adverb or a place is no name: say what the value is",
});
/** A side of an operator or a join has another side; without one, something is left over, and the name is to say what. */
const ONE_SIDE = {
  selector: `Program:not(:has(Identifier[name=/^(right|rights)$/])) ${declaring("left").selector}`,
  message: "left is a side, beside right: say what is left over",
};
const OF_THE_SYSTEM = [
  {
    selector: "MemberExpression[object.name='process'][property.name='platform']",
    message: "take it from src/system, where all is that differs between systems",
  },
  {
    selector: "ImportSpecifier[imported.name=/^(rename|renameSync|rm|rmSync|unlink|unlinkSync)$/]",
    message: "take renameFile, removeFile and removeAll of src/system: Windows refuses files that are open",
  },
];

const SPARK_IMPORTS = {
  regex: "^(\\.\\./)+(?:magics|kernel|service|engine|cli|lab|testing)/",
  message: "src/clusters/spark takes of core, system and clusters only",
};

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
    rules: { "no-restricted-syntax": ["error", ...OF_THE_SYSTEM, declaring(NO_NAMES), ONE_SIDE] },
  },
  {
    files: PARTS_WITHOUT_PLACES.map((part) => `src/${part}/**/*.ts`),
    rules: {
      "no-restricted-syntax": ["error", ...OF_THE_SYSTEM, declaring(`${NO_NAMES_OF_PARTS}|place`), ONE_SIDE],
    },
  },
  {
    files: ["src/magics/**/*.ts"],
    ignores: ["src/magics/plot/**"],
    rules: {
      "no-restricted-syntax": ["error", ...OF_THE_SYSTEM, declaring(NO_NAMES_OF_PARTS), ONE_SIDE],
    },
  },
  layer(
    "system",
    PARTS.filter((part) => part !== "system"),
  ),
  layer(
    "dialect",
    PARTS.filter((part) => part !== "dialect"),
  ),
  layer("core", [
    "magics",
    "kernel",
    "service",
    "engine",
    "clusters",
    "cli",
    "lab",
    "testing",
    "dialect(?!/(?:parse/(?:statement-text|position)|nearest-name|time/zone-names|types/scalar-types)\\.)",
  ]),
  layer("magics", ["kernel", "service", "engine", "clusters", "cli", "lab", "testing"]),
  layer("kernel", ["service", "engine", "clusters", "cli", "dialect", "lab", "testing"]),
  layer("lab", [
    "core",
    "magics(?!/cell/magic-candidates\\.)",
    "kernel(?!/comms/(?:grid-request|cell-text)\\.)",
    "service",
    "engine",
    "clusters",
    "cli",
    "testing",
    "dialect(?!/(?:dialect\\.|quote\\.|parse/|analyze/type-names\\.|functions/find-function\\.))",
  ]),
  layer("engine", ["magics", "kernel", "service", "clusters", "cli", "core", "lab", "testing"]),
  layer("clusters", ["magics", "kernel", "service", "cli", "core", "lab", "testing"]),
  layer("service", ["magics", "kernel", "cli", "core", "clusters", "lab", "testing"]),
  {
    files: ["src/clusters/spark/**"],
    rules: { "no-restricted-imports": ["error", { patterns: [SPARK_IMPORTS] }] },
  },
  layer("testing", ["magics", "kernel", "cli", "lab"]),
);
