import { UnreadableFile } from "./unreadable-file.ts";

const LINE_FEED = 10;

/** Decodes a file piece by piece. It throws UnreadableFile where the bytes are not of the encoding, so that nothing is ever replaced. */
export class TextReader {
  readonly #encoding: string;
  readonly #advice: string;
  readonly #decoder: TextDecoder;
  #linesBefore = 0;

  /** `advice` says what a person can do about a file in another encoding. */
  constructor(encoding: string, advice: string) {
    this.#encoding = encoding;
    this.#advice = advice;
    this.#decoder = new TextDecoder(encoding, { fatal: true, ignoreBOM: false });
  }

  /** The text of the next bytes; without bytes the text that is left at the end. */
  read(bytes?: Uint8Array): string {
    const text = this.#decode(bytes);
    if (text.includes("\0")) throw new UnreadableFile("This is not a text file.");
    for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) this.#linesBefore += 1;
    return text;
  }

  #decode(bytes: Uint8Array | undefined): string {
    try {
      return bytes === undefined ? this.#decoder.decode() : this.#decoder.decode(bytes, { stream: true });
    } catch {
      const line = this.#linesBefore + 1 + linesBeforeInvalid(bytes ?? new Uint8Array());
      const place = this.#encoding === "utf-8" ? `Line ${line}` : "This file";
      throw new UnreadableFile(`${place} is not ${this.#encoding.toUpperCase()} text. ${this.#advice}`);
    }
  }
}

/** How many whole lines come before the first one that is not UTF-8. */
function linesBeforeInvalid(bytes: Uint8Array): number {
  // Up to three bytes may end a character that began in the bytes before.
  let from = bytes.findIndex((byte, at) => at === 3 || byte < 0x80 || byte >= 0xc0);
  for (let lines = 0; from !== -1; lines += 1) {
    const end = bytes.indexOf(LINE_FEED, from);
    if (end === -1 || !isUtf8(bytes.subarray(from, end))) return lines;
    from = end + 1;
  }
  return 0;
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true, ignoreBOM: false }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
