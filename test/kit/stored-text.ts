/** What the service stores of a text: no control characters but tab, line feed and carriage return, and no half of a surrogate pair (docs/spec/resources.md#text). */
export const storedText = (text: string): string =>
  text
    .replaceAll(/(?![\t\n\r])\p{Cc}/gu, "")
    .toWellFormed()
    .trim();
