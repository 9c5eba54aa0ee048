/** A record can't be longer (records.ts): where none ends within this, the parser says what is wrong. */
const LONGEST_PIECE = 4 * 1024 * 1024;

const QUOTE = 34;
const LINE_FEED = 10;

/**
 * Cuts a stream of CSV text into pieces that end where a record ends, so that each can be parsed by itself: a line break
 * behind an even number of quotes. Text whose quotes are not CSV's is cut anywhere; the parser refuses it.
 */
export async function* csvPieces(texts: AsyncIterable<string>): AsyncGenerator<string> {
  let open = "";
  let quoted = false;
  for await (const text of texts) {
    let end = -1;
    for (let at = 0; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === QUOTE) quoted = !quoted;
      else if (code === LINE_FEED && !quoted) end = at;
    }
    if (end === -1) open += text;
    else {
      yield open + text.slice(0, end + 1);
      open = text.slice(end + 1);
    }
    if (open.length > LONGEST_PIECE) {
      yield open;
      open = "";
    }
  }
  if (open !== "") yield open;
}
