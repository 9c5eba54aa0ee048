import { type Choice, pageChoices } from "./palette-choices.ts";
import { PaletteResults } from "./palette-results.ts";

/** Adds the command palette: Ctrl+K or ⌘K goes to pages, finds what PaletteResults finds, and does what a page offers. */
export function enablePalette(): void {
  const search = document.querySelector<HTMLFormElement>("header form.find");
  if (search === null) return;
  const dialog = new Palette(search);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    dialog.show();
  });
}

/** A dialog with a field and the choices for its text, as a combobox with a list. */
class Palette {
  readonly #dialog = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #results: PaletteResults;
  #choices: Choice[] = [];
  #active = 0;
  /** Enter was pressed before the results had arrived, and nothing else fits: the first of them is opened. */
  #opensWhenFound = false;

  constructor(private readonly search: HTMLFormElement) {
    // The active choice stays active while results arrive below it.
    this.#results = new PaletteResults(search.action, () => {
      this.#show(this.#active);
      if (this.#opensWhenFound) this.#open(this.#active);
    });
    this.#dialog.id = "palette";
    this.#dialog.ariaLabel = "Go to";
    this.#list.id = "palette-list";
    this.#list.role = "listbox";
    this.#list.ariaLabel = "Results";
    this.#input.type = "text";
    this.#input.placeholder = "Go to a page, find an order or customer, or “ship 1042”";
    this.#input.maxLength = 200;
    this.#input.autocomplete = "off";
    this.#input.role = "combobox";
    this.#input.ariaLabel = "Go to";
    this.#input.ariaExpanded = "true";
    this.#input.ariaAutoComplete = "list";
    this.#input.setAttribute("aria-controls", this.#list.id);
    this.#input.addEventListener("input", () => {
      this.#opensWhenFound = false;
      this.#results.find(this.#input.value.trim());
      this.#show(0);
    });
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    // The field keeps the focus.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#dialog.append(this.#input, this.#list);
    document.body.append(this.#dialog);
  }

  show(): void {
    if (this.#dialog.open) return;
    this.#input.value = "";
    this.#opensWhenFound = false;
    this.#results.find("");
    this.#show(0);
    this.#dialog.showModal();
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) this.#show((this.#active + step + this.#choices.length) % Math.max(1, this.#choices.length));
    else if (event.key === "Enter" && !event.isComposing) this.#enter();
    else return;
    event.preventDefault();
  }

  #enter(): void {
    const isLast = this.#active === this.#choices.length - 1;
    if (isLast && this.#results.isPending) this.#opensWhenFound = true;
    else this.#open(this.#active);
  }

  #open(index: number): void {
    if (!this.#dialog.open) return;
    this.#dialog.close();
    this.#choices[index]?.open();
  }

  /** The page's own choices, then what was found, then the search page. */
  #choicesFor(text: string): Choice[] {
    const own = pageChoices(text);
    if (text === "") return own;
    const open = () => location.assign(`${this.search.action}?q=${encodeURIComponent(text)}`);
    return [...own, ...this.#results.choicesFor(text), { label: `Find “${text}” in orders and products`, open }];
  }

  #show(active: number): void {
    this.#choices = this.#choicesFor(this.#input.value.trim());
    this.#active = Math.min(active, Math.max(0, this.#choices.length - 1));
    this.#list.replaceChildren(
      ...this.#choices.map(({ label, detail, kind }, index) => {
        const option = document.createElement("li");
        option.id = `palette-${index}`;
        option.role = "option";
        option.ariaSelected = String(index === this.#active);
        option.append(label);
        for (const [name, text] of Object.entries({ detail, kind })) {
          if (text === undefined || text === "") continue;
          const part = document.createElement("span");
          part.className = name;
          part.textContent = text;
          option.append(" ", part);
        }
        option.addEventListener("click", () => this.#open(index));
        return option;
      }),
    );
    this.#input.setAttribute("aria-activedescendant", `palette-${this.#active}`);
    this.#list.children[this.#active]?.scrollIntoView({ block: "nearest" });
  }
}
