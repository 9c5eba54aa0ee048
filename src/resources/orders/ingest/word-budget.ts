import { ApiError } from "../../../platform/api-error";

/**
 * Returns the search words of a row. They are computed when a statement is built, because the words of a large request take more memory
 * than the rest of it.
 */
export type Words = () => string;

/** Characters of search words that one request may write, so that even the largest request fits in an isolate's memory. */
const MAX_WORDS_LENGTH = 8_000_000;

/** Computes search words. Throws 413 Content Too Large if one request has too many of them. */
export class WordBudget {
  #remaining = MAX_WORDS_LENGTH;

  compute(words: Words): string {
    const text = words();
    this.#remaining -= text.length;
    if (this.#remaining >= 0) return text;
    const message =
      "Numbers, names, SKUs, tracking codes and texts of buyers are too long to be indexed in one request. Send fewer orders or items.";
    throw new ApiError("payload_too_large", [{ code: "search_text_limit", message }]);
  }
}
