import css from "./style.css";

/** Puts the extension's style into the page, once. */
export function addStyle(): void {
  const id = "svclib-style";
  if (document.getElementById(id) !== null) return;
  const style = document.head.appendChild(document.createElement("style"));
  style.id = id;
  style.textContent = css;
}
