/** Elements that lack a name or a state for screen readers, and how one of them gets it. A repaired element must not match again. */
interface Repair {
  selector: string;
  repair: (element: HTMLElement) => void;
}

const REPAIRS: readonly Repair[] = [
  // Buttons that copy an example have an icon and no name.
  { selector: "button.group\\/copy-button:not([aria-label])", repair: (button) => button.setAttribute("aria-label", "Copy") },
  // The example that such a button names as its own may not be drawn.
  {
    selector: "button.group\\/copy-button[aria-controls]",
    repair: (button) => {
      if (document.getElementById(button.getAttribute("aria-controls") ?? "") === null) button.removeAttribute("aria-controls");
    },
  },
  // Editors of one line claim to be comboboxes without the list that belongs to one.
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
  // A button that is taken for decoration can't be reached.
  { selector: 'button[role="none"]', repair: (button) => button.removeAttribute("role") },
  // A list that scrolls must be reached by the keyboard.
  { selector: "ul.endpoints:not([tabindex])", repair: (list) => list.setAttribute("tabindex", "0") },
];

/** Completes what the reference leaves out for screen readers, now and whenever it draws something new. */
export function repairAccessibility(root: HTMLElement): void {
  const repairAll = (): void => {
    for (const { selector, repair } of REPAIRS) for (const found of root.querySelectorAll<HTMLElement>(selector)) repair(found);
  };
  new MutationObserver(repairAll).observe(root, { childList: true, subtree: true });
}
