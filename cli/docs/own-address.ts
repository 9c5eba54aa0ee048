/** How the samples of the guide write the address of an instance. The guide of an instance shows its own address in their place. */
const SAMPLE_ADDRESSES = ["http://127.0.0.1:8787", "https://YOUR-WORKER"] as const;

/** Characters that no text has, one for each address. They stand for the addresses while code is highlighted, which could divide them. */
const MARKS = ["\u{E000}", "\u{E001}"] as const;

/** Replaces the addresses in code by marks. */
export function markAddresses(code: string): string {
  return SAMPLE_ADDRESSES.reduce((text, address, index) => text.replaceAll(address, MARKS[index] ?? address), code);
}

/** Replaces the marks in HTML by elements with the addresses, in which the guide's script writes its own (browser/own-address.ts). */
export function addressElements(html: string): string {
  return MARKS.reduce((text, mark, index) => text.replaceAll(mark, `<span class="own-address">${SAMPLE_ADDRESSES[index]}</span>`), html);
}
