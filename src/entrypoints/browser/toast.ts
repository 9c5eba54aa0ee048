interface ToastButton {
  label: string;
  /** Default: the button only closes the message. */
  act?: () => void;
  /** Whether there is a second button that only closes the message. */
  canClose?: boolean;
}

/** How long a message that asks for nothing is shown, in ms. */
const SHOWN_MS = 6000;

/** Closes a toast after a while, because it covers what is below it. It stays while the pointer or the focus is on it. */
export function closeLater(toast: HTMLElement): void {
  setTimeout(() => {
    if (toast.matches(":hover, :focus-within")) closeLater(toast);
    else toast.remove();
  }, SHOWN_MS);
}

/** Shows a message at the bottom of the window, which replaces the previous one. */
export function showToast(text: string, { label, act, canClose = false }: ToastButton = { label: "Close" }): HTMLElement {
  for (const shown of document.querySelectorAll(".toast")) shown.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  const message = document.createElement("span");
  const buttonOf = (name: string, then?: () => void): HTMLButtonElement => {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = name;
    button.addEventListener("click", () => {
      toast.remove();
      then?.();
    });
    return button;
  };
  const action = buttonOf(label, act);
  // A message with a second button offers to undo something: the key `z` presses this one (keys.ts).
  if (canClose) action.dataset["undo"] = "";
  toast.append(message, action, ...(canClose ? [buttonOf("Close")] : []));
  document.querySelector("main")?.append(toast);
  // A screen reader announces the text because it is set after the element exists.
  message.textContent = text;
  return toast;
}
