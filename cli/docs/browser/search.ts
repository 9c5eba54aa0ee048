import type { IndexedSection } from "../search-index.ts";
import { findSections, type FoundSection, markedParts, MAX_RESULTS, termsOf } from "./find-sections.ts";
import { requiredElement } from "./required-element.ts";

/** Shows the search field. The index of all sections is loaded when the field gets the focus. Ctrl+K or ⌘K leads to the field. */
export function addSearch(indexUrl: string): void {
  const [box, field, list] = [requiredElement("search"), requiredElement("search-field"), requiredElement("search-results")];
  const status = requiredElement("search-status");
  if (!(field instanceof HTMLInputElement)) throw new Error("#search-field is not a field.");
  let index: Promise<IndexedSection[]> | null = null;

  const load = async (): Promise<IndexedSection[]> => {
    const response = await fetch(indexUrl);
    if (!response.ok) throw new Error(`${indexUrl} returned ${response.status}.`);
    return (await response.json()) as IndexedSection[];
  };

  const show = (message: string, items: HTMLElement[] = []): void => {
    status.textContent = message;
    list.replaceChildren(...items);
    box.classList.toggle("open", message !== "");
  };

  const search = async (): Promise<void> => {
    const query = field.value;
    try {
      index ??= load();
      const found = findSections(await index, query);
      // The text may have changed while the index was loading.
      if (query !== field.value) return;
      const terms = termsOf(query);
      show(
        terms.length === 0 ? "" : summary(found.length),
        found.map((one) => resultItem(one, terms)),
      );
    } catch {
      // The next letter tries again.
      index = null;
      show("The search could not be loaded. Check your connection and try again.");
    }
  };

  const close = (): void => show("");

  field.addEventListener("focus", () => void search());
  field.addEventListener("input", () => void search());
  box.addEventListener("keydown", (event) => pressKey(event, { field, list, close }));
  box.addEventListener("focusout", ({ relatedTarget }) => {
    if (!(relatedTarget instanceof Node && box.contains(relatedTarget))) close();
  });
  // The field keeps the focus while a link is pressed, also in browsers that do not focus links.
  list.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", close);
  document.addEventListener("keydown", (event) => {
    if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey) return;
    event.preventDefault();
    field.focus();
    field.select();
  });
  box.hidden = false;
}

function summary(count: number): string {
  if (count === 0) return "Nothing found";
  if (count === 1) return "1 result";
  return count === MAX_RESULTS ? `The ${count} best results` : `${count} results`;
}

interface SearchBox {
  field: HTMLInputElement;
  list: HTMLElement;
  close: () => void;
}

/** The arrow keys lead from the field through the results, Enter opens the first one, and Escape closes the list. */
function pressKey(event: KeyboardEvent, { field, list, close }: SearchBox): void {
  const links = [...list.querySelectorAll("a")];
  const stops = [field, ...links];
  const at = stops.findIndex((stop) => stop === document.activeElement);
  if (event.key === "ArrowDown") stops[Math.min(at + 1, stops.length - 1)]?.focus();
  else if (event.key === "ArrowUp") stops[Math.max(at - 1, 0)]?.focus();
  else if (event.key === "Enter" && at === 0 && !event.isComposing) links[0]?.click();
  else if (event.key === "Escape") {
    field.focus();
    field.value = "";
    close();
  } else return;
  event.preventDefault();
}

function resultItem({ section, excerpt }: FoundSection, terms: readonly string[]): HTMLElement {
  const link = document.createElement("a");
  link.href = section.href;
  const isTitle = section.heading === section.page;
  link.append(line("strong", section.heading, terms), ...(isTitle ? [] : [line("span", section.page, [])]), line("p", excerpt, terms));
  const item = document.createElement("li");
  item.append(link);
  return item;
}

function line(name: "strong" | "span" | "p", text: string, terms: readonly string[]): HTMLElement {
  const element = document.createElement(name);
  for (const part of markedParts(text, terms)) {
    if (!part.isTerm) element.append(part.text);
    else {
      const mark = document.createElement("mark");
      mark.textContent = part.text;
      element.append(mark);
    }
  }
  return element;
}
