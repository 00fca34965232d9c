/** Makes an element. Texts are texts, whatever they hold: nothing here reads HTML. */
export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>> = {},
  children: readonly (Node | string)[] = [],
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/** A button with words for those who don't see its sign. */
export function button(sign: string, label: string, act: (event: MouseEvent) => void): HTMLButtonElement {
  const made = element("button", { type: "button", title: label, "aria-label": label, class: "svc-button" }, [
    sign,
  ]);
  made.addEventListener("click", act);
  return made;
}
