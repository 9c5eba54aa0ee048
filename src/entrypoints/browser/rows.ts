/** The elements of a row that have an action of their own. */
const INTERACTIVE = "a, button, input, select, textarea, label, summary, form";

/** Makes the whole row of a list the link in its first cell. A modified click opens a tab, and selecting text does not follow the link. */
export function linkRows(): void {
  for (const row of document.querySelectorAll<HTMLTableRowElement>("table[data-keys=rows] tbody tr")) {
    const link = row.querySelector<HTMLAnchorElement>("td.main a");
    if (link === null) continue;
    row.dataset["link"] = "";
    row.addEventListener("click", (event) => {
      const isText = (getSelection()?.toString() ?? "") !== "";
      if (isText || (event.target instanceof Element && event.target.closest(INTERACTIVE) !== null)) return;
      const { ctrlKey, metaKey, shiftKey } = event;
      link.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey }));
    });
  }
}
