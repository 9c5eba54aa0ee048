/** A search begins after so many ms without another key. */
const PAUSE_MS = 150;

/** Reads JSON from the service a moment after the last change. A newer request ends the one before. */
export class Search<T> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  #request: AbortController | null = null;

  constructor(private readonly show: (found: T) => void) {}

  /** `url` is null if there is nothing to read. */
  begin(url: string | null): void {
    clearTimeout(this.#timer);
    this.#request?.abort();
    if (url !== null) this.#timer = setTimeout(() => void this.#load(url), PAUSE_MS);
  }

  async #load(url: string): Promise<void> {
    const request = new AbortController();
    this.#request = request;
    try {
      const response = await fetch(url, { signal: request.signal });
      if (response.ok && !response.redirected) this.show((await response.json()) as T);
    } catch {
      // Aborted by the next one, or offline: the page works without it.
    }
  }
}

/** The URL of a search for a text. Null for an empty one. */
export function searchUrl(path: string | undefined, text: string): string | null {
  return path === undefined || text.trim() === "" ? null : `${path}?q=${encodeURIComponent(text.trim())}`;
}
