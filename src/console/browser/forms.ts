/** A form that is under way is not sent again. The server would do it once all the same. */
export function sendOnce(): void {
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !(event.target instanceof HTMLFormElement) || event.target.method !== "post") return;
    const { target } = event;
    // After the form has been read: a button that is disabled is not sent with it.
    setTimeout(() => setBusy(target, true), 0);
  });
  // A page that comes back from the browser's memory is ready again.
  window.addEventListener("pageshow", () => document.querySelectorAll("form").forEach((form) => setBusy(form, false)));
}

function setBusy(form: HTMLFormElement, busy: boolean): void {
  for (const button of form.querySelectorAll<HTMLButtonElement>("button:not([type=button])")) button.disabled = busy;
}

/** Asks before what can't be taken back (`data-ask` says what). */
export function askBefore(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLFormElement)) return;
      const { ask } = target.dataset;
      if (ask !== undefined && !window.confirm(ask)) event.preventDefault();
    },
    true,
  );
}
