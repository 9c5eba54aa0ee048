/** The button of a toast. It closes the message. */
interface ToastButton {
  label: string;
  /** What else the button does. */
  act?: () => void;
}

/** Shows a message at the bottom of the window, which replaces the previous one. */
export function showToast(text: string, { label, act }: ToastButton = { label: "Close" }): HTMLElement {
  for (const shown of document.querySelectorAll(".toast")) shown.remove();
  const toast = document.createElement("div");
  toast.className = "toast";
  toast.setAttribute("role", "status");
  const message = document.createElement("span");
  const button = document.createElement("button");
  button.type = "button";
  button.textContent = label;
  button.addEventListener("click", () => {
    toast.remove();
    act?.();
  });
  toast.append(message, button);
  document.querySelector("main")?.append(toast);
  // A screen reader announces the text because it is set after the element exists.
  message.textContent = text;
  return toast;
}
