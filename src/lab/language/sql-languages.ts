import { typescriptLanguage } from "@codemirror/lang-javascript";
import { SQLDialect } from "@codemirror/lang-sql";
import type { LRLanguage } from "@codemirror/language";
import { NodeProp, parseMixed } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";
import type { Dialect } from "../../dialect/dialect.ts";
import { entriesOf } from "../../dialect/functions/find-function.ts";
import { typeNamesOf } from "../../dialect/analyze/type-names.ts";
import { keywordsOf } from "../../dialect/parse/reserved.ts";
import { isReserved } from "../../dialect/parse/reserved.ts";

const PLACEHOLDER = /^\{[\p{ID_Start}$_][\p{ID_Continue}$.]*(?::raw|:id)?\}$/u;

/** JupyterLab's themes colour a dialect's built-in names as variables. */
const STYLES = styleTags({ Builtin: tags.standard(tags.variableName) });

/** Notebook variables: `{name}` in a query. Those of reused parts of the tree were parsed before. */
const variables = parseMixed((node, input) =>
  node.name === "Braces" &&
  node.tree?.prop(NodeProp.mounted) === undefined &&
  PLACEHOLDER.test(input.read(node.from, node.to))
    ? {
        parser: typescriptLanguage.parser,
        overlay: [{ from: node.from + 1, to: nameEnd(input.read(node.from, node.to), node.from) }],
      }
    : null,
);

const nameEnd = (braces: string, from: number): number => from + braces.search(/[:}]/);

function sqlLanguage(dialect: Dialect): LRLanguage {
  const types = typeNamesOf(dialect);
  const help = entriesOf(dialect);
  const keywords = [...keywordsOf(dialect)].filter(
    (word) => !types.has(word) && (!help.has(word) || isReserved(word.toUpperCase(), dialect)),
  );
  const functions = [...help.keys()].filter((name) => !types.has(name) && !keywords.includes(name));
  const hive = dialect === "hive";
  const { language } = SQLDialect.define({
    keywords: keywords.join(" "),
    types: [...types].join(" "),
    builtin: functions.join(" "),
    backslashEscapes: hive,
    doubleQuotedStrings: hive,
    identifierQuotes: hive ? "`" : '"',
    caseInsensitiveIdentifiers: true,
    operatorChars: hive ? "*+-%<>!=&|~^/" : "*+-%<>!=|/",
    specialVar: "",
  });
  return language.configure({ props: [STYLES], wrap: variables }, `svclib ${dialect}`);
}

export const prestoLanguage = sqlLanguage("presto");
export const hiveLanguage = sqlLanguage("hive");
