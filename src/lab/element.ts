/** Creates an element. Strings become text nodes; HTML is never parsed. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  node.append(...children);
  return node;
}

/** An icon button with an accessible name. */
export function button(sign: string, label: string, act: (event: MouseEvent) => void): HTMLButtonElement {
  const node = element("button", { type: "button", title: label, "aria-label": label, class: "svc-button" }, [
    sign,
  ]);
  node.addEventListener("click", act);
  return node;
}

/** A number with separators: `1,234`. */
export const separatedDigits = (count: number): string => count.toLocaleString("en-US");

/** A number of things: `1 row`, `1,234 rows`. */
export const numberOf = (count: number, noun: string): string =>
  `${separatedDigits(count)} ${noun}${count === 1 ? "" : "s"}`;

/** Acts on Enter in a field, but not on one that ends the composition of a letter. JupyterLab prevents the browser's own change event on it. */
export function onEnter(input: HTMLInputElement, act: () => void): void {
  input.addEventListener("keydown", ({ key, isComposing }) => {
    if (key === "Enter" && !isComposing) act();
  });
}
