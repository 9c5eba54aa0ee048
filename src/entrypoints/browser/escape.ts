/** What Escape closes besides dialogs, which the browser closes. A part that is opened inside of them is closed before them. */
const OVERLAYS = "details.drop[open], details.bulk-menu[open], details.menu[open], details.in-place[open]";

/** Lets Escape close the innermost open thing, and nothing else. Without one, others may use the key. */
export function closeInnermostOnEscape(): void {
  document.addEventListener(
    "keydown",
    (event) => {
      if (event.key !== "Escape" || event.isComposing) return;
      const { target } = event;
      const isSearch = target instanceof HTMLInputElement && target.type === "search" && target.value !== "";
      // The browser closes the dialog, or clears the field.
      if (isSearch || document.querySelector("dialog[open]") !== null) return event.stopImmediatePropagation();
      const innermost = innermostOpen(target instanceof Element ? target : null);
      if (innermost === null) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      if (innermost.contains(document.activeElement)) innermost.querySelector("summary")?.focus();
      innermost.open = false;
    },
    true,
  );
}

/** The open part around an element that is in an open menu, else the last open menu of the page. */
function innermostOpen(at: Element | null): HTMLDetailsElement | null {
  const menus = [...document.querySelectorAll<HTMLDetailsElement>(OVERLAYS)];
  const around = at?.closest<HTMLDetailsElement>("details[open]") ?? null;
  if (around !== null && menus.some((menu) => menu.contains(around))) return around;
  return menus.at(-1) ?? null;
}
