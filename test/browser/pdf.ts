import { inflateSync } from "node:zlib";

/** A line of text that a PDF draws, with its place on the page in points from the upper left corner, and its points per CSS pixel. */
export interface PrintedText {
  text: string;
  x: number;
  y: number;
  scale: number;
}

/** A page of a PDF that Chromium has printed, in points. `left` and `right` are the ends of everything that is drawn, except text. */
export interface PrintedPage {
  width: number;
  height: number;
  texts: PrintedText[];
  left: number;
  right: number;
}

type Matrix = readonly [number, number, number, number, number, number];

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];

/** Applies `first`, then `then`. */
function product(first: Matrix, then: Matrix): Matrix {
  const [a, b, c, d, e, f] = first;
  const [p, q, r, s, t, u] = then;
  return [a * p + b * r, a * q + b * s, c * p + d * r, c * q + d * s, e * p + f * r + t, e * q + f * s + u];
}

const pointOf = ([a, b, c, d, e, f]: Matrix, x: number, y: number) => [a * x + c * y + e, b * x + d * y + f] as const;

/** The bounds of some points: the least and the greatest x and y. */
interface Box {
  left: number;
  right: number;
  low: number;
  high: number;
}

function boxOf(points: readonly (readonly [number, number])[]): Box {
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), low: Math.min(...ys), high: Math.max(...ys) };
}

const overlap = (one: Box, other: Box): Box => ({
  left: Math.max(one.left, other.left),
  right: Math.min(one.right, other.right),
  low: Math.max(one.low, other.low),
  high: Math.min(one.high, other.high),
});

const EVERYWHERE: Box = { left: -Infinity, right: Infinity, low: -Infinity, high: Infinity };

/** The characters of a font's codes. */
type Characters = ReadonlyMap<number, string>;

const textOfHex = (hex: string): string => String.fromCharCode(...(hex.match(/.{4}/g) ?? []).map((unit) => Number.parseInt(unit, 16)));

/** Reads the map of a font from codes to characters. */
function charactersOf(map: string): Characters {
  const found = new Map<number, string>();
  for (const [, part = ""] of map.matchAll(/beginbfchar(.*?)endbfchar/gs)) {
    for (const [, code = "", text = ""] of part.matchAll(/<(\w+)> <(\w+)>/g)) found.set(Number.parseInt(code, 16), textOfHex(text));
  }
  for (const [, part = ""] of map.matchAll(/beginbfrange(.*?)endbfrange/gs)) {
    for (const [, from = "", to = "", text = ""] of part.matchAll(/<(\w+)> <(\w+)> <(\w+)>/g)) {
      const [first, last] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      for (let code = first; code <= last; code += 1) found.set(code, String.fromCharCode(Number.parseInt(text, 16) + code - first));
    }
  }
  return found;
}

/** Draws the content of a page, as far as it is text, rectangles and lines. The operators are those of ISO 32000-1, annex A. */
class Drawing {
  readonly texts: PrintedText[] = [];
  readonly marks: Box[] = [];
  #state = { matrix: IDENTITY, clip: EVERYWHERE };
  readonly #stack: { matrix: Matrix; clip: Box }[] = [];
  #path: (readonly [number, number])[] = [];
  /** Whether the current path limits what is drawn afterwards, instead of being drawn itself. */
  #clips = false;
  #text: Matrix = IDENTITY;
  #font: Characters = new Map();
  #line: PrintedText | null = null;
  readonly #height: number;
  readonly #fonts: ReadonlyMap<string, Characters>;

  constructor(height: number, fonts: ReadonlyMap<string, Characters>) {
    this.#height = height;
    this.#fonts = fonts;
  }

  run(content: string): void {
    let operands: string[] = [];
    // A text in hexadecimal digits, a text in parentheses, or a number, name or operator.
    for (const [token] of content.matchAll(/<[0-9A-Fa-f]*>|\((?:\\.|[^\\)])*\)|[^\s<>()[\]]+/g)) {
      if (/^[a-zA-Z*'"]+$/.test(token)) {
        this.#apply(token, operands);
        operands = [];
      } else operands.push(token);
    }
  }

  #apply(operator: string, operands: readonly string[]): void {
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = operands.map(Number);
    const { matrix } = this.#state;
    if (operator === "q") this.#stack.push({ ...this.#state });
    else if (operator === "Q") this.#state = this.#stack.pop() ?? this.#state;
    else if (operator === "cm") this.#state.matrix = product([a, b, c, d, e, f], matrix);
    else if (operator === "re") this.#path.push(pointOf(matrix, a, b), pointOf(matrix, a + c, b + d));
    else if (operator === "m" || operator === "l") this.#path.push(pointOf(matrix, a, b));
    else if (operator === "W" || operator === "W*") this.#clips = true;
    else if (["n", "f", "f*", "S", "B"].includes(operator)) this.#endPath(operator);
    else this.#write(operator, operands, [a, b, c, d, e, f]);
  }

  #endPath(operator: string): void {
    const box = overlap(boxOf(this.#path), this.#state.clip);
    if (this.#clips) this.#state.clip = box;
    else if (operator !== "n" && box.left < box.right && box.low < box.high) this.marks.push(box);
    this.#path = [];
    this.#clips = false;
  }

  #write(operator: string, operands: readonly string[], numbers: Matrix): void {
    if (operator === "Tf") this.#font = this.#fonts.get(operands[0] ?? "") ?? new Map();
    else if (operator === "Tm") this.#text = numbers;
    else if (operator === "Td") this.#text = product([1, 0, 0, 1, numbers[0], numbers[1]], this.#text);
    else if (operator === "Tj") this.#show(operands[0] ?? "");
    else if (operator === "ET") this.#line = null;
  }

  #show(hex: string): void {
    const codes = (hex.slice(1, -1).match(/.{4}/g) ?? []).map((code) => Number.parseInt(code, 16));
    const text = codes.map((code) => this.#font.get(code) ?? "").join("");
    if (this.#line !== null) {
      this.#line.text += text;
      return;
    }
    const [a, , , , x, y] = product(this.#text, this.#state.matrix);
    const { left, right, low, high } = this.#state.clip;
    // Content outside the clip is not printed. The lower end of a line may touch it.
    if (x < left - 1 || x > right || y < low - 1 || y > high + 1) return;
    this.#line = { text, x, y: this.#height - y, scale: a };
    this.texts.push(this.#line);
  }
}

/** Reads the pages of a PDF as Chromium writes it: every object by its number, and no object within a stream. */
export function readPdf(bytes: Buffer): PrintedPage[] {
  const source = bytes.toString("latin1");
  const objects = new Map([...source.matchAll(/^(\d+) 0 obj\n(.*?)endobj/gms)].map(({ 1: id = "", 2: body = "" }) => [id, body]));
  const referenced = (body: string, name: string) => objects.get(new RegExp(`/${name} (\\d+) 0 R`).exec(body)?.[1] ?? "") ?? "";
  const streamOf = (body: string): string => {
    const start = body.indexOf("stream\n");
    if (start === -1) return "";
    const length = Number(/\/Length (\d+)/.exec(body)?.[1]);
    const stream = Buffer.from(body.slice(start + 7, start + 7 + length), "latin1");
    return (body.slice(0, start).includes("/FlateDecode") ? inflateSync(stream) : stream).toString("latin1");
  };
  return [...objects.values()]
    .filter((body) => /\/Type \/Page\b(?!s)/.test(body))
    .map((body) => {
      const [, , width = 0, height = 0] = (/\/MediaBox \[([^\]]*)\]/.exec(body)?.[1] ?? "").split(" ").map(Number);
      const fontList = /\/Font <<(.*?)>>/s.exec(body)?.[1] ?? "";
      const fonts = new Map(
        [...fontList.matchAll(/(\/\w+) (\d+) 0 R/g)].map(
          ({ 1: name = "", 2: id = "" }) => [name, charactersOf(streamOf(referenced(objects.get(id) ?? "", "ToUnicode")))] as const,
        ),
      );
      const drawing = new Drawing(height, fonts);
      drawing.run(streamOf(referenced(body, "Contents")));
      const ends = drawing.marks.map(({ left, right }) => [left, right] as const);
      return {
        width,
        height,
        texts: drawing.texts,
        left: Math.min(...ends.map(([left]) => left)),
        right: Math.max(...ends.map(([, right]) => right)),
      };
    });
}
