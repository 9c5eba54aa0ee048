import { keyName, selectionAction } from "./bulk-keys.ts";

/** The key in localStorage that is set if keyboard shortcuts are disabled in this browser. */
const STORAGE_KEY = "console-keys-off";

/** The key of a section must follow `g` within this time. */
const SECTION_KEY_MS = 1500;

/** Enables the keyboard shortcuts. `initialRow`: the row of a list that `j` and `k` start from. Null: its beginning. */
export function enableKeys(initialRow: HTMLTableRowElement | null): void {
  // A list is replaced when its filters change.
  const rows = () => [...document.querySelectorAll<HTMLTableRowElement>("table[data-keys=rows] tbody tr")];
  const help = document.querySelector<HTMLDialogElement>("dialog#keys");
  let currentRow: HTMLTableRowElement | null = null;
  const position = () => (currentRow === null ? -1 : rows().indexOf(currentRow));

  const goToRow = (to: number): void => {
    const row = rows()[to];
    if (row === undefined) return;
    currentRow?.classList.remove("at");
    currentRow = row;
    row.classList.add("at");
    row.querySelector<HTMLAnchorElement>("a")?.focus();
    row.scrollIntoView({ block: "nearest" });
  };

  /** Follows the link to the next or the previous order of a list, or goes to a row. */
  const move = (rel: "next" | "prev", to: number): void => {
    const link = document.querySelector<HTMLAnchorElement>(`.places a[rel=${rel}]`);
    if (link !== null) link.click();
    else if (document.querySelector(".places") === null) goToRow(to);
  };

  const search = (): void => {
    // The search of a list, which is in the page, comes before the search of everything.
    const input =
      document.querySelector<HTMLInputElement>("main input[type=search]") ?? document.querySelector<HTMLInputElement>("input[type=search]");
    input?.focus();
    input?.select();
  };

  const actions: Readonly<Record<string, () => void>> = {
    "/": search,
    j: () => move("next", Math.min(position() + 1, rows().length - 1)),
    k: () => move("prev", Math.max(position() - 1, 0)),
    z: () => document.querySelector<HTMLButtonElement>(".toast button[data-undo]")?.click(),
    x: () => currentRow?.querySelector<HTMLInputElement>("td.pick input")?.click(),
    n: () => document.querySelector<HTMLAnchorElement>("a[rel=next]")?.click(),
    p: () => document.querySelector<HTMLAnchorElement>("a[rel=prev]")?.click(),
    g: () => (gPressedAt = performance.now()),
    "?": () => openHelp(help),
  };
  /** The links to the sections, by the key that follows `g`. */
  const sections = new Map(
    [...document.querySelectorAll<HTMLAnchorElement>("header .wide a[data-key]")].map((link) => [link.dataset["key"], link]),
  );
  /** When `g` was pressed, if the key of a section may follow. */
  let gPressedAt = Number.NEGATIVE_INFINITY;

  document.addEventListener("keydown", (event) => {
    const { target, key } = event;
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (target instanceof Element && target.closest("input:not([type=checkbox]), select, textarea, dialog") !== null) return;
    const section = performance.now() - gPressedAt < SECTION_KEY_MS ? sections.get(key) : undefined;
    gPressedAt = Number.NEGATIVE_INFINITY;
    const pageAction = Object.hasOwn(actions, key) ? actions[key] : undefined;
    const action = section === undefined ? (selectionAction(keyName(event), currentRow) ?? pageAction) : () => section.click();
    if (action === undefined || areDisabled()) return;
    event.preventDefault();
    action();
  });

  if (initialRow !== null) goToRow(rows().indexOf(initialRow));
  setUpHelp(help);
}

/** Opens the list of shortcuts at its beginning. A dialog would focus its first button otherwise, which may be at its end. */
function openHelp(help: HTMLDialogElement | null): void {
  help?.showModal();
  help?.querySelector("h2")?.focus();
}

/** Sets up the button that opens the list of shortcuts, and the checkbox that disables them. */
function setUpHelp(help: HTMLDialogElement | null): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-opens=keys]")) {
    button.hidden = false;
    button.addEventListener("click", () => openHelp(help));
  }
  const checkbox = help?.querySelector<HTMLInputElement>("input#keys-on");
  if (checkbox === null || checkbox === undefined) return;
  checkbox.checked = !areDisabled();
  checkbox.addEventListener("change", () => {
    if (checkbox.checked) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, "1");
  });
}

function areDisabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== null;
}
