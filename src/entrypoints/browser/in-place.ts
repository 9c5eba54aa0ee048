/** Fields that are edited where they are shown: opening one gives it the focus, and closing it discards what was typed. */
export function enableInPlaceEditing(): void {
  for (const part of document.querySelectorAll<HTMLDetailsElement>("details.in-place")) {
    const form = part.querySelector("form");
    const close = () => {
      part.open = false;
      part.querySelector("summary")?.focus();
    };
    part.addEventListener("toggle", () => {
      if (part.open) part.querySelector<HTMLElement>("input:not([type=hidden]), textarea")?.focus();
      else form?.reset();
    });
    for (const button of part.querySelectorAll<HTMLButtonElement>("button[data-cancel]")) {
      button.hidden = false;
      button.addEventListener("click", close);
    }
    // Ctrl+Enter and ⌘Enter send it from a text of several lines, too. Enter in a field of one line does so by itself.
    form?.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || event.isComposing || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      form.requestSubmit();
    });
  }
}
