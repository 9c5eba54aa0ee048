import { showToast } from "./toast.ts";
import { refreshParts } from "./updating.ts";

/** How long a change can be undone. */
const DELAY_MS = 5000;

interface Pending {
  form: HTMLFormElement;
  submitter: HTMLElement | null;
  fields: URLSearchParams;
  timer: ReturnType<typeof setTimeout>;
  toast: HTMLElement;
}

let pending: Pending | null = null;
/** The form that is being sent after the delay. */
let due: HTMLFormElement | null = null;

/**
 * Forms with `data-undo` are sent after five seconds, or when the page is left. Until then the change can be undone, so that nothing is
 * ever sent. A second change in that time replaces the first. `data-undo` is the beginning of the message, before the chosen status or state.
 */
export function delayWithUndo(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target: form, submitter } = event;
      if (!(form instanceof HTMLFormElement) || form.dataset["undo"] === undefined || form === due) return;
      event.preventDefault();
      cancelPending();
      const fields = fieldsOf(form, submitter);
      const timer = setTimeout(() => void sendPending(), DELAY_MS);
      pending = { form, submitter, fields, timer, toast: showUndo(`${form.dataset["undo"]} ${labelOf(fields)}.`) };
      for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.drop[open]")) menu.open = false;
    },
    true,
  );
  window.addEventListener("pagehide", () => {
    const cancelled = cancelPending();
    if (cancelled !== null) navigator.sendBeacon(cancelled.form.action, cancelled.fields);
  });
  // A page from the back/forward cache shows the values from before the change that was sent when it was left.
  window.addEventListener("pageshow", ({ persisted }) => {
    if (persisted && document.querySelector("form[data-undo]") !== null) location.reload();
  });
}

function fieldsOf(form: HTMLFormElement, submitter: HTMLElement | null): URLSearchParams {
  const fields = new URLSearchParams();
  for (const [name, value] of new FormData(form, submitter)) if (typeof value === "string") fields.append(name, value);
  return fields;
}

function labelOf(fields: URLSearchParams): string {
  return (fields.get("status") ?? fields.get("state") ?? "").replaceAll("_", " ");
}

function cancelPending(): Pending | null {
  const cancelled = pending;
  pending = null;
  if (cancelled === null) return null;
  clearTimeout(cancelled.timer);
  cancelled.toast.remove();
  return cancelled;
}

/** Sends the change. The form is submitted as usual, unless that would discard what was typed elsewhere on the page in the meantime. */
async function sendPending(): Promise<void> {
  const ready = cancelPending();
  if (ready === null) return;
  const { form, submitter, fields } = ready;
  if (!hasTypedText(form)) {
    due = form;
    form.requestSubmit(submitter);
    due = null;
    return;
  }
  const isSaved = await fetch(form.action, { method: "POST", body: fields, keepalive: true }).then(
    ({ ok }) => ok,
    () => false,
  );
  if (isSaved) await refreshParts();
  showToast(isSaved ? "The change is saved." : "The change is not saved. Try it again.");
}

/** Whether a field outside of the form contains something that was not sent yet. */
function hasTypedText(form: HTMLFormElement): boolean {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("main textarea, main input:not([type=hidden])");
  return [...fields].some((field) => field.form !== form && field.value !== field.defaultValue);
}

/** Shows what was changed, with a focused button that undoes it. */
function showUndo(text: string): HTMLElement {
  const undo = () => {
    cancelPending();
    document.querySelector<HTMLElement>("details.drop > summary")?.focus();
  };
  const toast = showToast(text, { label: "Undo", act: undo });
  toast.querySelector("button")?.focus({ preventScroll: true });
  return toast;
}
