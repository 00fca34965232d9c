import { CompleterModel, type CompletionItem } from "@jupyterlab/completer";

/**
 * A completion menu's model that keeps our order while more is typed: names that begin with the typed text first, then in the kernel's
 * order, then items of other providers. JupyterLab's own model sorts by name.
 */
export class OrderedModel extends CompleterModel {
  override completionItems(): CompletionItem[] {
    const items = super.completionItems();
    if (!items.some(({ sortText }) => sortText !== undefined)) return items;
    const query = this.query.toLowerCase();
    const orderText = ({ insertText, label, sortText = "~" }: CompletionItem): string =>
      `${(insertText ?? label).toLowerCase().startsWith(query) ? 0 : 1}${sortText}`;
    // Sorted in place: the menu later addresses items by index.
    return items.sort((a, b) => (orderText(a) < orderText(b) ? -1 : orderText(a) > orderText(b) ? 1 : 0));
  }
}
