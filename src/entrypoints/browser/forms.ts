import { MESSAGE_PARAMETERS } from "../../console/flash.ts";
import { closeLater, showToast } from "./toast.ts";

/** The key in sessionStorage of the scroll position to return to after a form was saved. */
const SCROLL_KEY = "console-place";

/**
 * Returns to the same scroll position of a page after a form on it was saved, instead of to its top. If the message at the top is then out of sight, it
 * becomes a toast.
 */
export function keepScrollPosition(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== "post") return;
    sessionStorage.setItem(SCROLL_KEY, JSON.stringify({ path: location.pathname, top: scrollY }));
  });
  const stored = sessionStorage.getItem(SCROLL_KEY);
  if (stored === null) return;
  sessionStorage.removeItem(SCROLL_KEY);
  const { path, top } = JSON.parse(stored) as { path: string; top: number };
  const query = new URLSearchParams(location.search);
  const isSaved = MESSAGE_PARAMETERS.some((name) => query.has(name));
  if (path !== location.pathname || !isSaved) return;
  const message = document.querySelector<HTMLElement>("main > :is(.notice.good, .notice.plain):first-child");
  const isAbove = message !== null && message.getBoundingClientRect().bottom + scrollY < top;
  // The message is moved, not copied, so that a screen reader reads it once.
  if (isAbove) message.remove();
  scrollTo({ top });
  if (isAbove) closeLater(showToast(message.textContent));
}

/** Removes the message from the URL once it is shown, so that a reload or a copied link does not show it again. */
export function forgetMessage(): void {
  const url = new URL(location.href);
  if (!MESSAGE_PARAMETERS.some((name) => url.searchParams.has(name))) return;
  for (const name of MESSAGE_PARAMETERS) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
}

/** Links with `data-checks` check these values of the page's checkboxes, and uncheck the others. What was typed stays. */
export function enablePresets(): void {
  const links = [...document.querySelectorAll<HTMLAnchorElement>("a[data-checks]")];
  for (const link of links) {
    link.addEventListener("click", (event) => {
      event.preventDefault();
      const values = new Set((link.dataset["checks"] ?? "").split(" "));
      for (const box of document.querySelectorAll<HTMLInputElement>("fieldset.choice input[type=checkbox]"))
        box.checked = values.has(box.value);
      for (const other of links) other.toggleAttribute("aria-current", false);
      link.setAttribute("aria-current", "true");
    });
  }
}
