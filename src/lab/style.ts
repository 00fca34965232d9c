import css from "./style.css";

/** Adds the extension's style sheet to the page once. */
export function addStyle(): void {
  const id = "svclib-style";
  if (document.getElementById(id) !== null) return;
  const style = document.head.appendChild(document.createElement("style"));
  style.id = id;
  style.textContent = css;
}
