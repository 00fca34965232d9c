import { expect, test } from "@jest/globals";
import { NodeProp, Tree, TreeFragment } from "@lezer/common";
import { CellParser } from "../../../src/lab/language/cell-parser.ts";

const QUERY = `%%svc_presto\nselect\n${"  sum(a * {x}) as b, -- why\n".repeat(1000)}  1 from t`;
const parser = new CellParser();

/** All parts of a tree, those of the languages in it too. */
function partsOf(tree: Tree, parts = new Set<object>()): Set<object> {
  parts.add(tree);
  const nested = tree.prop(NodeProp.mounted)?.tree;
  for (const part of nested === undefined ? tree.children : [nested, ...tree.children])
    if (part instanceof Tree) partsOf(part, parts);
    else parts.add(part);
  return parts;
}

/** What is new in the tree after a letter at `place`, when the parse is asked to stop after its first step. */
function freshParts(place: number): number {
  const old = parser.parse(QUERY);
  const known = partsOf(old);
  const text = `${QUERY.slice(0, place)}a${QUERY.slice(place)}`;
  const change = { fromA: place, toA: place, fromB: place, toB: place + 1 };
  const fragments = TreeFragment.applyChanges(TreeFragment.addTree(old), [change]);
  const parse = parser.startParse(text, fragments);
  parse.advance();
  parse.stopAt(parse.parsedPos);
  let tree = parse.advance();
  while (tree === null) tree = parse.advance();
  const parts = [...partsOf(tree)];
  expect(parts.length).toBeGreaterThan(1000);
  return parts.filter((part) => !known.has(part)).length;
}

test.each([0.01, 0.5, 0.99])(
  "a letter at %d of a long cell parses little anew, also on a busy machine",
  (at) => {
    expect(freshParts(Math.floor(QUERY.length * at))).toBeLessThan(200);
  },
);

/** The tree of a parse that is told to stop at `place` after its first step. */
function stopped(place: number, fragments: readonly TreeFragment[] = []): Tree {
  const parse = parser.startParse(QUERY, fragments);
  parse.advance();
  parse.stopAt(place);
  let tree = parse.advance();
  while (tree === null) tree = parse.advance();
  return tree;
}

test("a cell that was not parsed yet can be stopped: the editor goes on when it is idle", () => {
  const begun = stopped(100);
  expect(partsOf(begun).size).toBeLessThan(100);
  expect(partsOf(stopped(100, TreeFragment.addTree(begun, [], true))).size).toBeLessThan(100);
});

test("a whole tree stays whole when the editor took it early and then parses what is on the screen", () => {
  const whole = parser.parse(QUERY);
  const shown = partsOf(stopped(5000, TreeFragment.addTree(whole, [], true)));
  const lost = [...partsOf(whole)].filter((part) => !shown.has(part));
  expect(lost.length).toBeLessThan(200);
});
