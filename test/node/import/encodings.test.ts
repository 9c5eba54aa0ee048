import { expect, it } from "vitest";
import { shopify } from "../../../src/resources/orders/files/shopify.ts";
import { UnreadableFile } from "../../../src/resources/orders/files/text-file.ts";
import { assembleText } from "./assemble-file.ts";

const HEADER = "Name,Created at,Currency,Lineitem quantity,Lineitem name,Lineitem price,Billing Name";
const ROW = '#1001,2024-05-01 09:58:12 +0200,TRY,1,"Kilim, ""large""",9.99,Şükrü Öz';
const FILE = `${HEADER}\n${ROW}\n`;
/** The commas between values. That in the name of the item is followed by a space. */
const SEPARATORS = /,(?=[^ ])/g;

/** A text in UTF-16, little-endian. */
const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => utf16le(text).swap16();
/** Turkish letters in windows-1254, in which ASCII is unchanged. */
const TURKISH: Record<string, number> = { Ş: 0xde, ü: 0xfc, Ö: 0xd6 };
const windows1254 = (text: string) => Buffer.from(Array.from(text, (character) => TURKISH[character] ?? character.charCodeAt(0)));

const readFile = async (contents: string | Buffer, encoding?: string) => {
  const assembled = await assembleText(contents, shopify, encoding === undefined ? {} : { encoding });
  return [...assembled.values()].map(({ order }) => order);
};
const ORDER = [
  expect.objectContaining({ number: "#1001", customer_name: "Şükrü Öz", items: [expect.objectContaining({ name: 'Kilim, "large"' })] }),
];

it.each([
  ["UTF-8", FILE, undefined],
  ["UTF-8 with a byte order mark", `\uFEFF${FILE}`, undefined],
  ["UTF-16 with a byte order mark", utf16le(`\uFEFF${FILE}`), undefined],
  ["UTF-16, big-endian, with a byte order mark", utf16be(`\uFEFF${FILE}`), undefined],
  ["UTF-16 without a byte order mark", utf16le(FILE), undefined],
  ["UTF-16, big-endian, without a byte order mark", utf16be(FILE), undefined],
  ["the given encoding", windows1254(FILE), "windows-1254"],
  ["UTF-8 if its byte order mark says so, whatever encoding is given", `\uFEFF${FILE}`, "windows-1254"],
])("reads a file in %s", async (_name, contents, encoding) => expect(await readFile(contents, encoding)).toEqual(ORDER));

it.each([
  ["semicolons", FILE.replaceAll(SEPARATORS, ";")],
  ["tabs", FILE.replaceAll(SEPARATORS, "\t")],
  ["bars", FILE.replaceAll(SEPARATORS, "|")],
  ["tabs in UTF-16, as Excel saves Unicode text", utf16le(`\uFEFF${FILE.replaceAll(SEPARATORS, "\t")}`)],
  ["the delimiter of its first line", `sep=^\r\n${FILE.replaceAll(SEPARATORS, "^").replaceAll("\n", "\r\n")}`],
  ["the delimiter of its first line in quotes", `"sep=;"\n${FILE.replaceAll(SEPARATORS, ";")}`],
  ["commas, as its first line says", `sep=,\n${FILE}`],
  [
    "commas, with other delimiters in quotes",
    FILE.replace("Lineitem price,", 'Lineitem price,"a;b;c;d;e;f;g;h",').replace("9.99,", "9.99,x,"),
  ],
])("reads columns between %s", async (_delimiter, contents) => expect(await readFile(contents)).toEqual(ORDER));

it.each([
  ["lower case", HEADER.toLowerCase()],
  ["upper case", HEADER.toUpperCase()],
])("finds columns by their names in %s", async (_case, header) => expect(await readFile(`${header}\n${ROW}\n`)).toEqual(ORDER));

it("prefers a column's exact spelling", async () => {
  const [order] = await readFile(`billing name,${HEADER}\nSomebody else,${ROW}\n`);
  expect(order?.customer_name).toBe("Şükrü Öz");
});

it("counts lines from the first one of the file, also if that one sets the delimiter", async () => {
  await expect(readFile(`sep=,\n${HEADER}\n${ROW}${",x".repeat(20)}\n`)).rejects.toThrow(/line 3: 27 values/);
});

it.each([
  ["bytes that are not UTF-8", windows1254(FILE), undefined, /orders\.csv: Line 2 is not UTF-8 text\. .*--encoding windows-1252/],
  [
    "bytes that are not UTF-8 far down",
    Buffer.concat([Buffer.from(`${HEADER}\n${`${ROW}\n`.repeat(4000)}`), Buffer.from([0xc3, 0x0a])]),
    undefined,
    /Line 4002 is not UTF-8/,
  ],
  ["half a character at the end", Buffer.from(`${FILE}#1002,ü`).subarray(0, -1), undefined, /Line 3 is not UTF-8/],
  ["bytes that are not in the given encoding", Buffer.from(`${FILE}\u0081`, "latin1"), "shift_jis", /This file is not SHIFT_JIS text/],
  ["half of a UTF-16 character", utf16le(`\uFEFF${FILE}x`).subarray(0, -1), undefined, /is not UTF-16LE text/],
  ["NUL bytes", `${FILE}\0`, undefined, /not a text file/],
  [
    "lines that end with CR alone",
    FILE.replaceAll("\n", "\r"),
    undefined,
    /orders\.csv: The lines of this file end with CR alone.*LF or CRLF/,
  ],
  ["a header and nothing else", `${HEADER}\n`, undefined, /has a header but no orders/],
  ["a header without a line end", HEADER, undefined, /has a header but no orders/],
  [
    "an unknown delimiter",
    `${HEADER}\n${ROW}`.replaceAll('"', "").replaceAll(",", "^"),
    undefined,
    /no line with column names\. .* commas, semicolons/,
  ],
  ["an Excel workbook", Buffer.from("PK\u0003\u0004rest"), undefined, /an Excel workbook.*save it as CSV/],
  ["an old Excel workbook", Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1]), undefined, /an Excel workbook.*Save it as CSV/],
  ["a PDF document", "%PDF-1.7", undefined, /PDF/],
])("rejects a file that can't be read: %s", async (_name, contents, encoding, message) => {
  const reading = readFile(contents, encoding);
  await expect(reading).rejects.toBeInstanceOf(UnreadableFile);
  await expect(reading).rejects.toThrow(message);
});
