import type { Pick } from "../../console/picks.ts";

/** A search begins after so many ms without another key. */
const PAUSE_MS = 150;

/**
 * Fields with `data-pick` offer what the service finds for the text that is typed, in the list of the browser. A choice fills in the other fields
 * that are empty.
 */
export function enablePickers(): void {
  for (const input of document.querySelectorAll<HTMLInputElement>("input[data-pick]")) new Picker(input).listen();
}

class Picker {
  #picks: Pick[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;

  constructor(private readonly input: HTMLInputElement) {}

  listen(): void {
    const { input } = this;
    input.autocomplete = "off";
    input.addEventListener("input", () => {
      const chosen = this.#picks.find(({ value }) => value === input.value);
      if (chosen !== undefined) return this.#choose(chosen);
      clearTimeout(this.#timer);
      this.#request?.abort();
      const text = input.value.trim();
      if (text !== "") this.#timer = setTimeout(() => void this.#load(text), PAUSE_MS);
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

  async #load(text: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    try {
      const response = await fetch(`${this.input.dataset["pick"]}?q=${encodeURIComponent(text)}`, { signal: request.signal });
      if (!response.ok || response.redirected) return;
      this.#picks = ((await response.json()) as { picks: Pick[] }).picks;
    } catch {
      // Aborted by the next text, or offline: the field is an ordinary one.
      return;
    }
    this.input.list?.replaceChildren(
      ...this.#picks.map(({ value, label }) => {
        const option = document.createElement("option");
        [option.value, option.label] = [value, label];
        return option;
      }),
    );
  }
}
