import { posix } from "node:path";
import { anchorOf } from "../../docs/guide-page.ts";

/** A file of the repository, under its path from the root. */
export interface SourceText {
  path: string;
  text: string;
}

/** A path in backticks, as documents name files and folders. */
const NAMED_PATH = /`((?:src|test|cli|bench|docs|migrations|openapi|packages|\.ci)\/[\w./-]*)`/g;

/** A document by its path from the root, with or without an anchor. */
const NAMED_DOCUMENT = /(?<![\w./-])((?:docs|test|packages)\/[\w./-]{1,200}\.md)(?:#([\w-]+))?/g;

/** The target of a Markdown link. */
const LINK = /\]\(([^()\s]+)\)/g;

/** Citations of documents that are not in the repository. */
const OUTSIDE: readonly RegExp[] = [
  /\bdecisions? \(?[A-HJ-M]\d{0,2}\b/g,
  /\bdecisions\.md\b/g,
  /\binterface(?:\.md\b| ?§)/g,
  /\(interface[,;)]/g,
  /(?<![\w./-])(?:shared|design)\//g,
  /\bissues? #?\d+\b/gi,
  /(?<=\s)\((?:[A-CE-M]\d{1,2}|D[02-9])\)/g,
];

function isMarkdown(path: string): boolean {
  return path.endsWith(".md");
}

/** The lines of Markdown outside code blocks, or those inside. */
function linesOf(markdown: string, where: "outside code" | "inside code"): string[] {
  let isCode = false;
  return markdown.split("\n").filter((line) => {
    const isFence = line.trimStart().startsWith("```");
    if (isFence) isCode = !isCode;
    return !isFence && isCode === (where === "inside code");
  });
}

/** A sample request that names a resource by a fixed id. It may reach another resource than the reader expects, or none. */
const FIXED_ID = /(?:\$BASE|\$URL)\S*?\/[a-z-]+\/\d+(?![\w.])/g;

/** The fixed ids in a document's sample requests. */
function fixedIds({ path, text }: SourceText): string[] {
  const samples = linesOf(text, "inside code").join("\n").matchAll(FIXED_ID);
  return [...samples].map(([request]) => `${path} has a sample request with a fixed id, ${request}: take the id from a response.`);
}

/** The anchors that code hosts generate for a document's headings. */
function anchorsIn(markdown: string): Set<string> {
  const anchors = new Set<string>();
  for (const line of linesOf(markdown, "outside code")) {
    const heading = /^#{1,6} (.*)$/.exec(line)?.[1];
    if (heading === undefined) continue;
    const plain = anchorOf(heading.replaceAll("`", ""));
    let anchor = plain;
    for (let repeats = 1; anchors.has(anchor); repeats += 1) anchor = `${plain}-${repeats}`;
    anchors.add(anchor);
  }
  return anchors;
}

/** The prose of a file in one line: the whole document, or the comments and test titles of code. */
function proseOf({ path, text }: SourceText): string {
  const lines = text.split("\n").map((line) => line.trim());
  const isSource = /\.(?:tsx?|css)$/.test(path);
  const prose = isSource ? lines.filter((line) => /^(?:\*|describe\b|it\b|test\b)|\/[/*]/.test(line)) : lines;
  return prose.map((line) => line.replace(/^(?:\/\*\*?|\*|\/\/)\s?/, "")).join(" ");
}

/**
 * Returns the errors of the references in these files: paths and anchors that do not exist, and citations of documents outside the
 * repository. `exists` returns whether a path is in the repository.
 */
export function brokenReferences(files: readonly SourceText[], exists: (path: string) => boolean): string[] {
  const anchors = new Map(files.filter(({ path }) => isMarkdown(path)).map(({ path, text }) => [path, anchorsIn(text)]));
  const checkReference = (from: string, to: string, anchor: string | undefined): string[] => {
    if (!exists(to)) return [`${from} refers to ${to}, which does not exist.`];
    if (anchor === undefined || anchors.get(to)?.has(anchor) === true) return [];
    return [`${from} refers to ${to}#${anchor}, but ${to} has no such heading.`];
  };
  return files.flatMap((file) => {
    const { path, text } = file;
    const prose = proseOf(file);
    const documents = [...prose.matchAll(NAMED_DOCUMENT)].flatMap(([, to = "", anchor]) => checkReference(path, to, anchor));
    const outside = OUTSIDE.flatMap((pattern) => [...prose.matchAll(pattern)]).map(
      ([cited]) => `${path} cites "${cited.trim()}", a document outside the repository: cite docs/spec, or nothing.`,
    );
    if (!isMarkdown(path)) return [...documents, ...outside];
    const named = [...text.matchAll(NAMED_PATH)].flatMap(([, to = ""]) => checkReference(path, to, undefined));
    const links = [...linesOf(text, "outside code").join("\n").matchAll(LINK)].flatMap(([, target = ""]) => {
      const [to = "", anchor] = target.split("#");
      if (/^(?:\w+:|\/)/.test(target)) return [];
      return checkReference(path, to === "" ? path : posix.join(posix.dirname(path), to), anchor);
    });
    return [...new Set([...named, ...documents, ...links, ...outside, ...fixedIds(file)])];
  });
}
