import type { Choice } from "./palette-choices.ts";

/** A search begins after so many ms without another key, so that each word is searched once. */
const PAUSE_MS = 120;

interface Result {
  kind: string;
  label: string;
  detail: string;
  href: string;
}

/** What the service finds for the text of the palette: orders, customers, products, tickets, suppliers and their orders, and actions such as “ship 1042”. */
export class PaletteResults {
  #text = "";
  #choices: Choice[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;

  /** Whether the results of the text have neither arrived nor failed. */
  isPending = false;

  /** `onChange` is called when results have arrived, or could not be read. */
  constructor(
    private readonly searchUrl: string,
    private readonly onChange: () => void,
  ) {}

  find(text: string): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    this.#text = text;
    this.#choices = [];
    this.isPending = text !== "";
    if (text !== "") this.#timer = setTimeout(() => void this.#load(text), PAUSE_MS);
  }

  /** What was found for this text. Empty until it has arrived. */
  choicesFor(text: string): readonly Choice[] {
    return text === this.#text ? this.#choices : [];
  }

  async #load(text: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    try {
      const response = await fetch(`${this.searchUrl}/results?q=${encodeURIComponent(text)}`, { signal: request.signal });
      // Signed out, or too many requests: the search page, which is still offered, says so.
      const isFound = response.ok && !response.redirected;
      const { results } = isFound ? ((await response.json()) as { results: Result[] }) : { results: [] };
      if (text === this.#text) this.#choices = results.map(({ href, ...shown }) => ({ ...shown, open: () => location.assign(href) }));
    } catch {
      // Aborted by the next text, or offline.
    }
    if (text !== this.#text) return;
    this.isPending = false;
    this.onChange();
  }
}
