/** Fields whose change is no text that somebody would miss: a selection, a search. */
const IGNORED = "[type=hidden], [type=search], [type=password], td.pick input, [data-live] *, [method=get] *, dialog *";

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** Asks before a page is left with something that was typed and not sent. */
export function askBeforeLeaving(): void {
  /** The form that is being sent. */
  let sent: HTMLFormElement | null = null;
  document.addEventListener("submit", ({ target, defaultPrevented }) => {
    if (!defaultPrevented && target instanceof HTMLFormElement) sent = target;
  });
  window.addEventListener("pageshow", () => (sent = null));
  window.addEventListener("beforeunload", (event) => {
    if (hasUnsaved(sent)) event.preventDefault();
    sent = null;
  });
}

/** Whether a form, except the one that is being sent, has something that is not saved. */
function hasUnsaved(sent: HTMLFormElement | null): boolean {
  const unsaved = [...document.querySelectorAll<HTMLFormElement>("main form[data-unsaved]")];
  if (unsaved.some((form) => form !== sent)) return true;
  const fields = document.querySelectorAll<Field>("main :is(input, textarea, select)");
  return [...fields].some((field) => field.form !== null && field.form !== sent && !field.matches(IGNORED) && isChanged(field));
}

function isChanged(field: Field): boolean {
  if (field instanceof HTMLSelectElement) {
    const options = [...field.options];
    // Without a selected option in the page, the browser shows the first one.
    const shown = Math.max(
      0,
      options.findIndex(({ defaultSelected }) => defaultSelected),
    );
    return !field.multiple && field.selectedIndex !== shown;
  }
  if (field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type)) return field.checked !== field.defaultChecked;
  if (field instanceof HTMLInputElement && field.type === "file") return false;
  return field.value !== field.defaultValue;
}
