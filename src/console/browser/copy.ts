/** Buttons that copy: `data-copy` names the element whose text it is. They are shown where there is a clipboard. */
export function copyButtons(): void {
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
