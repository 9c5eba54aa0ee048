import { readFileSync } from "node:fs";

/** The Markdown of a page of the guide. */
export function pageOf(name: string): string {
  return readFileSync(`docs/guide/${name}.md`, "utf8");
}

/** The code blocks of a page in one language, in their order, as they are written. */
export function blocksOf(name: string, language: string): string[] {
  return codeIn(pageOf(name), language);
}

/** The code blocks of a Markdown text in one language. */
export function codeIn(markdown: string, language: string): string[] {
  const blocks = markdown.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, of, code = ""]) => (of === language ? [code] : []));
}

/** The sections under headings of the second level, by heading. */
export function sectionsOf(name: string): Map<string, string> {
  const [, ...sections] = pageOf(name).split(/^## /m);
  return new Map(sections.map((text) => [text.slice(0, text.indexOf("\n")), text.slice(text.indexOf("\n"))]));
}

/** The rows of the tables in a text, without their heads: the text of each cell. */
export function rowsOf(markdown: string): string[][] {
  const lines = markdown.split("\n");
  const isRow = (line: string | undefined) => line?.startsWith("|") === true;
  const isRule = (line: string | undefined) => /^\|[\s|:-]+$/.test(line ?? "");
  return lines
    .filter((line, index) => isRow(line) && !isRule(line) && !isRule(lines[index + 1]))
    .map((line) =>
      line
        .slice(1, -1)
        .split("|")
        .map((cell) => cell.trim()),
    );
}

/** The texts in backticks, without code blocks. */
export function namesIn(text = ""): string[] {
  return [...text.replaceAll(/^```[\s\S]*?^```$/gm, "").matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name);
}
