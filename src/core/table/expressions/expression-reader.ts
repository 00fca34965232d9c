// This folder: expressions of a table's verbs: read once, null as SQL has it, methods by value.

import type { Node } from "acorn";
import { ExpressionError, type Part, type Places } from "./part.ts";

/** A node of the tree that acorn makes of an expression. */
export interface ExpressionNode extends Node {
  readonly [key: string]: unknown;
}

/** Arquero refuses it, and its error is explained. */
export class Unreadable extends Error {}

/** Reads the nodes of an expression, in which variables, rows and parameters have a meaning. */
export interface ExpressionReader {
  readonly places: Places;
  /** Names of the function's variables and destructured fields, and what they stand for. */
  readonly variables: Map<string, () => Part>;
  part(node: ExpressionNode): Part;
  value(node: ExpressionNode): string;
  condition(node: ExpressionNode): string;
  textOf(node: ExpressionNode): string;
  within<T>(read: () => T): T;
  rowOf(node: ExpressionNode): number | null;
  isParams(node: ExpressionNode): boolean;
  isUnseen(node: ExpressionNode): boolean;
  unseen(name: string): ExpressionError;
  param(name: string, source: string): Part;
  column(name: string, row: number, source: string): Part;
}

/** Refuses what would become the text that JavaScript makes of a date, in the machine's zone. */
export function refuseText(one: Part): void {
  if (one.kind !== "date") return;
  throw new ExpressionError(
    `${one.source} is a Date, which has no text of its own; write op.format_date(${one.source}), or op.timestamp(${one.source}) for unix ms`,
  );
}

/** Constants that Arquero knows by these names, and as fields of `Math`. */
export const MATH_CONSTANTS = { E: 0, LN2: 0, LN10: 0, LOG2E: 0, LOG10E: 0, PI: 0, SQRT1_2: 0, SQRT2: 0 };
