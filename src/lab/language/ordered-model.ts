import { CompleterModel, type CompletionItem } from "@jupyterlab/completer";

/**
 * The model of a completion menu that keeps our order also while more is typed: names that begin with what is typed first, then as the kernel
 * orders them, then what other providers know. JupyterLab's own model orders by name.
 */
export class OrderedModel extends CompleterModel {
  override completionItems(): CompletionItem[] {
    const items = super.completionItems();
    if (!items.some(({ sortText }) => sortText !== undefined)) return items;
    const typed = this.query.toLowerCase();
    const place = ({ insertText, label, sortText = "~" }: CompletionItem): string =>
      `${(insertText ?? label).toLowerCase().startsWith(typed) ? 0 : 1}${sortText}`;
    // In place: the menu asks for the same list again by its places.
    return items.sort((a, b) => (place(a) < place(b) ? -1 : place(a) > place(b) ? 1 : 0));
  }
}
