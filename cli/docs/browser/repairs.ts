/** Elements that lack a name or a state for screen readers, and their repair. A repaired element must no longer match the selector. */
interface Repair {
  selector: string;
  repair: (element: HTMLElement) => void;
}

const REPAIRS: readonly Repair[] = [
  // Copy buttons have an icon and no name.
  { selector: "button.group\\/copy-button:not([aria-label])", repair: (button) => button.setAttribute("aria-label", "Copy") },
  // The example that such a button controls may not be rendered.
  {
    selector: "button.group\\/copy-button[aria-controls]",
    repair: (button) => {
      if (document.getElementById(button.getAttribute("aria-controls") ?? "") === null) button.removeAttribute("aria-controls");
    },
  },
  // Single-line editors have the role of a combobox, but no list.
  {
    selector: '[contenteditable][role="combobox"]',
    repair: (editor) => {
      editor.setAttribute("role", "textbox");
      if (!editor.hasAttribute("aria-label")) editor.setAttribute("aria-label", editor.dataset["placeholder"] || "Value");
    },
  },
  { selector: '[contenteditable="true"][role="textbox"]:not([aria-label])', repair: (editor) => editor.setAttribute("aria-label", "Body") },
  {
    selector: '[contenteditable="false"][role="textbox"]:not([aria-label])',
    repair: (text) => text.setAttribute("aria-label", "Response"),
  },
  // A name must contain the text that is visible.
  {
    selector: "button.show-more[aria-label^='Show all']",
    repair: (button) => button.setAttribute("aria-label", `${button.textContent.trim()}: ${button.getAttribute("aria-label") ?? ""}`),
  },
  // A button with role "none" is hidden from screen readers.
  { selector: 'button[role="none"]', repair: (button) => button.removeAttribute("role") },
  // A list that scrolls must be focusable.
  { selector: "ul.endpoints:not([tabindex])", repair: (list) => list.setAttribute("tabindex", "0") },
];

/** Repairs the reference for screen readers whenever it renders something new. */
export function repairAccessibility(root: HTMLElement): void {
  const repairAll = (): void => {
    for (const { selector, repair } of REPAIRS) for (const found of root.querySelectorAll<HTMLElement>(selector)) repair(found);
  };
  new MutationObserver(repairAll).observe(root, { childList: true, subtree: true });
}
