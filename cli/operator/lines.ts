import { createReadStream } from "node:fs";

const LINE_FEED = 0x0a;

/** A complete line of a file, and the position after it, in bytes. */
export interface Line {
  text: string;
  end: number;
}

/** The complete lines of a file. Text after the last line feed is left out. */
export async function* linesOf(path: string): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let end = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024 }) as AsyncIterable<Buffer>) {
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at !== -1; at = chunk.indexOf(LINE_FEED, from)) {
      const line = Buffer.concat([...parts, chunk.subarray(from, at)]);
      parts = [];
      from = at + 1;
      end += line.length + 1;
      yield { text: line.toString(), end };
    }
    parts.push(chunk.subarray(from));
  }
}
