import { OPENED_VALUES } from "../../console/opened-values-field.ts";
import { showToast } from "./toast.ts";

/** The key in sessionStorage of the change that was just saved. */
const KEY = "console-field-change";

type Values = Record<string, string>;

interface FieldChange {
  /** The URL of the form. */
  action: string;
  /** What was changed. */
  name: string;
  before: Values;
  after: Values;
  isUndo: boolean;
}

/**
 * Shows what a form with `data-undoable` has changed as a toast with a button that undoes it. Undoing sends the same form with the former values. So
 * it is merged with what others have changed since: if they have changed the same field, the form shows both values.
 */
export function offerFieldUndo(): void {
  let isUndo = false;
  document.addEventListener("submit", ({ target: form, defaultPrevented }) => {
    if (defaultPrevented || !(form instanceof HTMLFormElement)) return;
    const { undoable: name } = form.dataset;
    if (name === undefined) return;
    const before = openedValues(form);
    const fields = new FormData(form);
    const after = Object.fromEntries(Object.keys(before).map((field) => [field, textOf(fields.get(field))]));
    const change: FieldChange = { action: form.action, name, before, after, isUndo };
    sessionStorage.setItem(KEY, JSON.stringify(change));
  });
  const change = takeChange();
  const notice = document.querySelector<HTMLElement>("main > .notice.good");
  const form = [...document.querySelectorAll<HTMLFormElement>("form[data-undoable]")].find(({ action }) => action === change?.action);
  if (change === null || notice === null || form === undefined) return;
  const { name, before, after } = change;
  // Otherwise, it was changed again before the page was loaded.
  const isCurrent = isSame(openedValues(form), after);
  if (!isCurrent || isSame(before, after)) return;
  // The message is moved, not copied, so that a screen reader reads it once.
  notice.remove();
  if (change.isUndo) {
    showToast(`${name} restored.`);
    return;
  }
  const undo = () => {
    for (const [field, value] of Object.entries(before)) {
      const input = form.elements.namedItem(field);
      if (input instanceof HTMLInputElement || input instanceof HTMLTextAreaElement || input instanceof HTMLSelectElement)
        input.value = value;
    }
    // The listener above runs before requestSubmit returns.
    isUndo = true;
    form.requestSubmit();
    isUndo = false;
  };
  showToast(`${name} changed.`, { label: "Undo", act: undo, canClose: true });
}

function takeChange(): FieldChange | null {
  const stored = sessionStorage.getItem(KEY);
  sessionStorage.removeItem(KEY);
  return stored === null ? null : (JSON.parse(stored) as FieldChange);
}

/** The values that the form was opened with, by the names of its fields. */
function openedValues(form: HTMLFormElement): Values {
  const field = form.elements.namedItem(OPENED_VALUES);
  return field instanceof HTMLInputElement ? (JSON.parse(field.value) as Values) : {};
}

const textOf = (value: FormDataEntryValue | null): string => (typeof value === "string" ? value : "");

/** Whether values are the same, apart from the spaces and empty lines around them, which are not stored. */
function isSame(one: Values, other: Values): boolean {
  const normalized = (text = "") =>
    text
      .split(/\r?\n/)
      .map((line) => line.trim())
      .join("\n")
      .trim();
  return Object.keys(one).every((name) => normalized(one[name]) === normalized(other[name]));
}
