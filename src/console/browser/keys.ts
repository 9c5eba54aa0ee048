/** Where this browser remembers that somebody wants no keys. */
const OFF = "console-keys-off";

/** Keys: `/` searches, `j` and `k` go through the rows of a list, Enter opens one, `n` and `p` turn the page, `?` tells all this. */
export function keys(): void {
  const rows = [...document.querySelectorAll<HTMLTableRowElement>("table[data-keys=rows] tbody tr")];
  const help = document.querySelector<HTMLDialogElement>("dialog#keys");
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

  const search = (): void => {
    const input = document.querySelector<HTMLInputElement>("input[type=search]");
    input?.focus();
    input?.select();
  };

  const does: Readonly<Record<string, () => void>> = {
    "/": search,
    j: () => go(Math.min(at + 1, rows.length - 1)),
    k: () => go(Math.max(at - 1, 0)),
    n: () => document.querySelector<HTMLAnchorElement>("a[rel=next]")?.click(),
    p: () => document.querySelector<HTMLAnchorElement>("a[rel=prev]")?.click(),
    "?": () => help?.showModal(),
  };

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target instanceof Element && target.closest("input, select, textarea, dialog") !== null) return;
    const act = Object.hasOwn(does, key) ? does[key] : undefined;
    if (act === undefined || areOff()) return;
    event.preventDefault();
    act();
  });

  offerHelp(help);
}

/** The button that opens the list of keys, and the choice in it to do without them. */
function offerHelp(help: HTMLDialogElement | null): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-opens=keys]")) {
    button.hidden = false;
    button.addEventListener("click", () => help?.showModal());
  }
  const wanted = help?.querySelector<HTMLInputElement>("input#keys-on");
  if (wanted === null || wanted === undefined) return;
  wanted.checked = !areOff();
  wanted.addEventListener("change", () => {
    if (wanted.checked) localStorage.removeItem(OFF);
    else localStorage.setItem(OFF, "1");
  });
}

function areOff(): boolean {
  return localStorage.getItem(OFF) !== null;
}
