/** Keys: `/` searches, `j` and `k` go through the rows of a list, Enter opens one, `n` and `p` turn the page, `?` tells all this. */
export function keys(): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("table[data-keys=rows] tbody tr")];
  let at = -1;

  const go = (to: number): void => {
    const row = rows[to];
    if (row === undefined) return;
    rows[at]?.classList.remove("at");
    at = to;
    row.classList.add("at");
    row.querySelector<HTMLAnchorElement>("a")?.focus();
    row.scrollIntoView({ block: "nearest" });
  };

  const does: Readonly<Record<string, () => void>> = {
    "/": () => document.querySelector<HTMLInputElement>("input[type=search]")?.focus(),
    j: () => go(Math.min(at + 1, rows.length - 1)),
    k: () => go(Math.max(at - 1, 0)),
    n: () => document.querySelector<HTMLAnchorElement>("a[rel=next]")?.click(),
    p: () => document.querySelector<HTMLAnchorElement>("a[rel=prev]")?.click(),
    "?": () => document.querySelector<HTMLDialogElement>("dialog#keys")?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target instanceof Element && target.closest("input, select, textarea, dialog") !== null) return;
    const act = does[key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  });
}
