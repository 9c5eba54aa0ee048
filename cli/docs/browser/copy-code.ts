const FEEDBACK_MS = 2000;

/** Adds a button to each code block that copies what is shown. Browsers have a clipboard only on HTTPS and on the developer's own machine. */
export function addCopyButtons(announce: (message: string) => void): void {
  if (!("clipboard" in navigator)) return;
  for (const block of document.querySelectorAll(".code")) {
    const code = block.querySelector("code");
    if (code === null) continue;
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = "Copy";
    button.addEventListener("click", () => void copy(code, button, announce));
    block.querySelector(".bar")?.append(button);
  }
}

async function copy(code: HTMLElement, button: HTMLButtonElement, announce: (message: string) => void): Promise<void> {
  try {
    // Without the last line break, with which a shell would run the command.
    await navigator.clipboard.writeText(code.textContent.trimEnd());
    showFeedback(button, "Copied");
    announce("Copied");
  } catch {
    // The browser has not given permission. The reader can copy the selected text.
    getSelection()?.selectAllChildren(code);
    showFeedback(button, "Not copied");
    announce("The browser did not allow copying. The code is selected: copy it with the keyboard.");
  }
}

function showFeedback(button: HTMLButtonElement, text: string): void {
  button.textContent = text;
  setTimeout(() => (button.textContent = "Copy"), FEEDBACK_MS);
}
