interface Choice {
  label: string;
  open: () => void;
}

/** Adds the command palette: Ctrl+K or ⌘K finds a section by its name, and orders, customers and products by the search for everything. */
export function palette(): void {
  const search = document.querySelector<HTMLFormElement>("header form.find");
  if (search === null) return;
  const links = [...document.querySelectorAll<HTMLAnchorElement>("header .wide nav a")];
  const dialog = new Palette((text) => choicesFor(text, links, search));
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    dialog.show();
  });
}

/** Sections whose name contains the text, then the search for it. */
function choicesFor(text: string, links: readonly HTMLAnchorElement[], search: HTMLFormElement): Choice[] {
  const wanted = text.trim().toLowerCase();
  const sections = links.map((link) => ({ label: link.innerText.trim(), open: () => link.click() }));
  const found = sections.filter(({ label }) => label.toLowerCase().includes(wanted));
  if (wanted === "") return found;
  const find = () => location.assign(`${search.action}?q=${encodeURIComponent(text.trim())}`);
  return [...found, { label: `Find “${text.trim()}” in orders and products`, open: find }];
}

/** A dialog with a field and the choices for its text, as a combobox with a list. */
class Palette {
  readonly #dialog = document.createElement("dialog");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #choicesFor: (text: string) => Choice[];
  #choices: Choice[] = [];
  #active = 0;

  constructor(forText: (text: string) => Choice[]) {
    this.#choicesFor = forText;
    this.#dialog.id = "palette";
    this.#dialog.ariaLabel = "Go to";
    this.#list.id = "palette-list";
    this.#list.role = "listbox";
    this.#list.ariaLabel = "Results";
    this.#input.type = "text";
    this.#input.placeholder = "Go to a page, or find an order, customer or SKU";
    this.#input.maxLength = 200;
    this.#input.autocomplete = "off";
    this.#input.role = "combobox";
    this.#input.ariaLabel = "Go to";
    this.#input.ariaExpanded = "true";
    this.#input.ariaAutoComplete = "list";
    this.#input.setAttribute("aria-controls", this.#list.id);
    this.#input.addEventListener("input", () => this.#show(0));
    this.#input.addEventListener("keydown", (event) => this.#press(event));
    // The field keeps the focus.
    this.#list.addEventListener("mousedown", (event) => event.preventDefault());
    this.#dialog.append(this.#input, this.#list);
    document.body.append(this.#dialog);
  }

  show(): void {
    if (this.#dialog.open) return;
    this.#input.value = "";
    this.#show(0);
    this.#dialog.showModal();
  }

  #press(event: KeyboardEvent): void {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) this.#show((this.#active + step + this.#choices.length) % Math.max(1, this.#choices.length));
    else if (event.key === "Enter" && !event.isComposing) this.#open(this.#active);
    else return;
    event.preventDefault();
  }

  #open(index: number): void {
    this.#dialog.close();
    this.#choices[index]?.open();
  }

  #show(active: number): void {
    this.#choices = this.#choicesFor(this.#input.value);
    this.#active = active;
    this.#list.replaceChildren(
      ...this.#choices.map(({ label }, index) => {
        const option = document.createElement("li");
        option.id = `palette-${index}`;
        option.role = "option";
        option.ariaSelected = String(index === active);
        option.textContent = label;
        option.addEventListener("click", () => this.#open(index));
        return option;
      }),
    );
    this.#input.setAttribute("aria-activedescendant", `palette-${active}`);
    this.#list.children[active]?.scrollIntoView({ block: "nearest" });
  }
}
