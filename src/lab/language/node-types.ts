import { defineLanguageFacet, languageDataProp } from "@codemirror/language";
import { NodeType } from "@lezer/common";
import { styleTags, tags } from "@lezer/highlight";

/** Language data for editors, outside of the nested languages. */
export const cellData = defineLanguageFacet({ commentTokens: { line: "//" } });

const STYLES = styleTags({
  MagicName: tags.meta,
  Option: tags.attributeName,
  Text: tags.string,
  Argument: tags.variableName,
});

const define = (id: number, name: string): NodeType => NodeType.define({ id, name, props: [STYLES] });

/** Node types of a cell's outer tree. */
export const nodes = {
  cell: NodeType.define({
    id: 1,
    name: "Cell",
    top: true,
    props: [languageDataProp.add({ Cell: cellData })],
  }),
  line: define(2, "MagicLine"),
  magic: define(3, "MagicName"),
  option: define(4, "Option"),
  text: define(5, "Text"),
  argument: define(6, "Argument"),
  presto: define(7, "Presto"),
  hive: define(8, "Hive"),
};
