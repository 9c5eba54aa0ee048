import { replaceList } from "./replace-list.ts";

/**
 * Applies the filters of a list as soon as one is changed. Texts, and dates that are typed, apply with Enter or when the field is left. A date
 * that is picked from the calendar applies at once. With `data-live="complete"`, they wait until no date that is shown is empty. `refresh` makes the
 * new list usable.
 */
export function enableLiveFilters(refresh: () => void): void {
  for (const form of document.querySelectorAll<HTMLFormElement>("form[data-live]")) {
    form.querySelector("button[data-apply]")?.toggleAttribute("hidden", true);
    const apply = () => {
      if (form.dataset["live"] !== "complete" || isComplete(form)) form.requestSubmit();
    };
    let isTyping = false;
    form.addEventListener("keydown", () => (isTyping = true));
    form.addEventListener("pointerdown", () => (isTyping = false));
    form.addEventListener("change", ({ target }) => {
      // A typed date changes with each key.
      if (isTyping && target instanceof HTMLInputElement && target.type.startsWith("date"))
        target.addEventListener("blur", apply, { once: true });
      else apply();
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      void replaceList(form, urlOf(form)).then((isReplaced) => isReplaced && refresh());
    });
  }
  // A page that the list was replaced on is loaded again.
  window.addEventListener("popstate", ({ state }) => {
    if ((state as { isList?: boolean } | null)?.isList === true) location.reload();
  });
}

function isComplete(form: HTMLFormElement): boolean {
  const days = form.querySelectorAll<HTMLInputElement>("input[type=date]");
  return [...days].every((day) => day.value !== "" || !day.checkVisibility());
}

/** The URL of the list with the form's filters. Empty fields would only make it longer. */
function urlOf(form: HTMLFormElement): string {
  const url = new URL(form.action);
  url.search = "";
  for (const [name, value] of new FormData(form)) if (typeof value === "string" && value !== "") url.searchParams.append(name, value);
  return url.href;
}
