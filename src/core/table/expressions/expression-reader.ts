import type { ExpressionNames } from "./expression-names.ts";
import type { ExpressionNode, Part, Places } from "./part.ts";

/** Reads the nodes of an expression. */
export interface ExpressionReader {
  readonly names: ExpressionNames;
  readonly places: Places;
  part(node: ExpressionNode): Part;
  value(node: ExpressionNode): string;
  condition(node: ExpressionNode): string;
  textOf(node: ExpressionNode): string;
}
