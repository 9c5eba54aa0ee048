import type { PickerChoice } from "../../console/picks.ts";
import { Search, searchUrl } from "./searches.ts";

/** The response of a search. */
interface PicksResponse {
  picks: PickerChoice[];
}

/**
 * Fields with `data-pick` offer what the service finds for the text that is typed: a field of text in the list of the browser, where a choice fills
 * in the other fields that are empty, and a select in its own list, with a search above it.
 */
export function enablePickers(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[data-pick]")) new Picker(input).listen();
  for (const select of document.querySelectorAll<HTMLSelectElement>("select[data-pick]")) addSearchAbove(select);
}

class Picker {
  #picks: PickerChoice[] = [];

  constructor(private readonly input: HTMLInputElement) {}

  listen(): void {
    const { input } = this;
    const search = new Search<PicksResponse>(({ picks }) => {
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

  #choose({ fields }: PickerChoice): void {
    const { form, dataset, name } = this.input;
    for (const [field, text] of Object.entries(fields)) {
      const target = form?.elements.namedItem((dataset["prefix"] ?? "") + field);
      if (!(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement)) continue;
      // What somebody has typed stays.
      if (target.name === name || target.value === "") target.value = text;
    }
  }
}

function optionOf({ value, label }: PickerChoice): HTMLOptionElement {
  const option = document.createElement("option");
  [option.value, option.label] = [value, label];
  return option;
}

/**
 * The select becomes a list of what was found until something is chosen in it: with a click, or with the arrow down and Enter. A single
 * result is chosen until the text changes. The select keeps its empty choice, what is chosen, and what was chosen when the page was opened. The form is not
 * sent while the search has a text and nothing was chosen.
 */
function addSearchAbove(select: HTMLSelectElement): void {
  const { pick, placeholder = "", hint, unchosen = "" } = select.dataset;
  const input = document.createElement("input");
  Object.assign(input, { type: "search", placeholder, autocomplete: "off" });
  input.setAttribute("aria-label", `Search: ${select.labels[0]?.textContent ?? ""}`);
  input.setAttribute("aria-controls", select.id);
  const hintBelowLabel = document.getElementById(`${select.id}-hint`);
  if (hintBelowLabel !== null && hint !== undefined) hintBelowLabel.textContent = hint;
  /** What was chosen by hand. */
  let chosen = select.value;
  const choose = () => {
    chosen = select.value;
    input.setCustomValidity("");
  };
  const search = new Search<PicksResponse>(({ picks }) => {
    const kept = [...select.options].filter(({ value, selected, defaultSelected }) => value === "" || selected || defaultSelected);
    const found = picks.filter(({ value }) => kept.every((option) => option.value !== value));
    select.replaceChildren(...kept, ...found.map(({ value, label }) => new Option(label, value)));
    // A select with a size of 2 or more is shown as a list.
    select.size = Math.max(2, select.options.length);
    const [first, ...others] = picks;
    if (first === undefined || others.length > 0) return;
    select.value = first.value;
    input.setCustomValidity("");
  });
  const close = () => (select.size = 0);
  const chooseInList = () => {
    if (select.size > 0) choose();
    close();
  };
  input.addEventListener("input", () => {
    select.value = chosen;
    input.setCustomValidity(input.value.trim() === "" ? "" : unchosen);
    search.begin(searchUrl(pick, input.value));
  });
  input.addEventListener("keydown", (event) => {
    if (event.key !== "ArrowDown" && event.key !== "Enter") return;
    // Enter would send the form.
    event.preventDefault();
    select.focus();
  });
  select.addEventListener("change", choose);
  select.addEventListener("keydown", ({ key }) => key === "Enter" && chooseInList());
  select.addEventListener("click", chooseInList);
  select.addEventListener("blur", close);
  select.before(input);
}
