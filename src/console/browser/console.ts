/** What the pages do beyond reading and sending: every one of them works without it. */
import { keys } from "./keys.ts";

sendOnce();
askBefore();
copyButtons();
keys();

/** Buttons that copy: `data-copy` names the element whose text it is. They are shown where there is a clipboard. */
function copyButtons(): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>("button[data-copy]")) {
    if (!("clipboard" in navigator)) continue;
    button.hidden = false;
    const name = button.textContent;
    button.addEventListener("click", () => {
      const source = document.getElementById(button.dataset["copy"] ?? "");
      void navigator.clipboard.writeText(source?.textContent ?? "").then(
        () => say(button, "Copied", name),
        () => say(button, "Select it and copy it by hand", name),
      );
    });
  }
}

function say(button: HTMLButtonElement, text: string, name: string | null): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = name), 2000);
}

/** A form that is under way is not sent again. The server would do it once all the same. */
function sendOnce(): void {
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

/** Asks for confirmation before a form with `data-confirm` is sent. */
function askBefore(): void {
  document.addEventListener(
    "submit",
    (event) => {
      const { target } = event;
      if (!(target instanceof HTMLFormElement)) return;
      const { confirm } = target.dataset;
      if (confirm !== undefined && !window.confirm(confirm)) event.preventDefault();
    },
    true,
  );
}
