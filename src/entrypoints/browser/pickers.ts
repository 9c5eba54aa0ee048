import type { Pick } from "../../console/picks.ts";
import { Search, searchUrl } from "./searches.ts";

interface Picks {
  picks: Pick[];
}

/**
 * Fields with `data-pick` offer what the service finds for the text that is typed: a field of text in the list of the browser, where a choice fills
 * in the other fields that are empty, and a select in its own list, with a search above it.
 */
export function enablePickers(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[data-pick]")) new Picker(input).listen();
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-pick]")) searchAbove(select);
}

class Picker {
  #picks: Pick[] = [];

  constructor(private readonly input: HTMLInputElement) {}

  listen(): void {
    const { input } = this;
    const search = new Search<Picks>(({ picks }) => {
      this.#picks = picks;
      input.list?.replaceChildren(...picks.map(optionOf));
    });
    input.autocomplete = "off";
    input.addEventListener("input", () => {
      const chosen = this.#picks.find(({ value }) => value === input.value);
      if (chosen !== undefined) return this.#choose(chosen);
      search.begin(searchUrl(input.dataset["pick"], input.value));
    });
  }

  #choose({ fields }: Pick): void {
    const { form, dataset, name } = this.input;
    for (const [field, text] of Object.entries(fields)) {
      const target = form?.elements.namedItem((dataset["prefix"] ?? "") + field);
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) continue;
      // What somebody has typed stays.
      if (target.name === name || target.value === "") target.value = text;
    }
  }
}

function optionOf({ value, label }: Pick): HTMLOptionElement {
  const option = document.createElement("option");
  [option.value, option.label] = [value, label];
  return option;
}

/**
 * The select becomes a list of what was found until something is chosen in it: with a click, or with the arrow down and Enter. It keeps its empty
 * choice, and what was and what is chosen.
 */
function searchAbove(select: HTMLSelectElement): void {
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder: select.dataset["placeholder"] ?? "", autocomplete: "off" });
  input.setAttribute("aria-label", `Search: ${select.labels[0]?.textContent ?? ""}`);
  input.setAttribute("aria-controls", select.id);
  const search = new Search<Picks>(({ picks }) => {
    const kept = [...select.options].filter(({ value, selected, defaultSelected }) => value === "" || selected || defaultSelected);
    const found = picks.filter(({ value }) => kept.every((option) => option.value !== value));
    select.replaceChildren(...kept, ...found.map(({ value, label }) => new Option(label, value)));
    select.size = Math.max(2, select.options.length);
  });
  const close = () => (select.size = 0);
  input.addEventListener("input", () => search.begin(searchUrl(select.dataset["pick"], input.value)));
  input.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    // Enter would send the form.
    event.preventDefault();
    select.focus();
  });
  select.addEventListener("keydown", ({ key }) => key === "Enter" && close());
  select.addEventListener("click", close);
  select.addEventListener("blur", close);
  select.before(input);
}
