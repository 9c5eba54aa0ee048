import { Marked, type Tokens } from "marked";
import { codeBlock, inlineCode, isKnownLanguage } from "./code.ts";
import { escapeHtml } from "./escape.ts";
import { indexedSections, type IndexedSection } from "./search-index.ts";

/** A page of the guide: its name such as `errors`, its first heading, and its Markdown. */
export interface GuidePage {
  name: string;
  title: string;
  markdown: string;
}

/** The anchor that GitHub generates for a heading, so that links between pages work on both sites. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** Turns `errors.md#gone` into a path of the site. Returns null for a relative link to anything but a page of the guide. */
function hrefOnSite(href: string, names: ReadonlySet<string>): string | null {
  const [, page, anchor = ""] = /^([\w.-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (page !== undefined && names.has(page)) return `/docs/guide/${page}${anchor}`;
  return /^(?:#|\/|https?:)/.test(href) ? href : null;
}

/** Renders Markdown: headings get anchors, links become paths of the site, and code and tables scroll separately. */
function bodyHtml({ markdown }: GuidePage, names: ReadonlySet<string>): string {
  const anchors = new Map<string, number>();
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const plain = anchorOf(text.replaceAll("`", ""));
        const repeats = anchors.get(plain) ?? 0;
        anchors.set(plain, repeats + 1);
        const anchor = repeats === 0 ? plain : `${plain}-${repeats}`;
        return `<h${depth} id="${anchor}"><a href="#${anchor}">${this.parser.parseInline(tokens)}</a></h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(hrefOnSite(href, names) ?? href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      code: ({ text, lang = "" }: Tokens.Code) => codeBlock(text, lang),
      codespan: ({ text }: Tokens.Codespan) => inlineCode(text),
    },
    hooks: {
      postprocess: (html) => html.replaceAll("<table>", '<div class="table" tabindex="0"><table>').replaceAll("</table>", "</table></div>"),
    },
  });
  return marked.parse(markdown, { async: false });
}

/** The anchors of a page's headings. */
function anchorsOf(html: string): Set<string> {
  return new Set([...html.matchAll(/<h\d id="([^"]*)"/g)].map(([, anchor = ""]) => anchor));
}

/** The languages of the code blocks of a page. */
function languagesIn(markdown: string): string[] {
  const languages: string[] = [];
  const code = ({ lang = "" }: Tokens.Code) => {
    languages.push(lang);
    return "";
  };
  new Marked({ renderer: { code } }).parse(markdown, { async: false });
  return languages;
}

/** The errors of a guide: pages without a title, broken links, and code blocks in an unknown language. They do not stop the build. */
export function guideErrors(pages: readonly GuidePage[]): string[] {
  const names = new Set(pages.map(({ name }) => name));
  const bodies = new Map(pages.map((page) => [page.name, bodyHtml(page, names)]));
  const anchors = new Map([...bodies].map(([name, html]) => [name, anchorsOf(html)]));
  return pages.flatMap(({ name, markdown }) => {
    const dead = [...(bodies.get(name) ?? "").matchAll(/<a href="([^"]*)"/g)].flatMap(([, href = ""]) => {
      const [, page = name, anchor] = /^(?:\/docs\/guide\/([\w-]+))?(?:#(.*))?$/.exec(href) ?? [];
      const isOutsideGuide = /^(?:\/docs|\/openapi.json|\/api\/v2\/openapi.json)$|^https?:/.test(href);
      const isThere = names.has(page) && (anchor === undefined || anchors.get(page)?.has(anchor) === true);
      return isOutsideGuide || (/^(?:\/docs\/guide\/|#)/.test(href) && isThere)
        ? []
        : [`docs/guide/${name}.md links to ${href}, which the site does not have.`];
    });
    const unknown = languagesIn(markdown)
      .filter((language) => !isKnownLanguage(language))
      .map((language) => `docs/guide/${name}.md has a code block in "${language}", which cli/docs/code.ts does not know.`);
    const title = markdown.startsWith("# ") ? [] : [`docs/guide/${name}.md does not begin with a title.`];
    return [...title, ...dead, ...unknown];
  });
}

/** The sections of all pages, for the search. */
export function guideIndex(pages: readonly GuidePage[]): IndexedSection[] {
  const names = new Set(pages.map(({ name }) => name));
  return pages.flatMap((page) => indexedSections(page, bodyHtml(page, names)));
}

/** Renders a page of the guide, with links to all pages. `files` are the names of its assets. */
export function guidePage(page: GuidePage, pages: readonly GuidePage[], files: Record<"style" | "script" | "index", string>): string {
  const names = new Set(pages.map(({ name }) => name));
  const here = pages.indexOf(page);
  const link = (other: GuidePage | undefined, before: string, after: string) =>
    other === undefined ? "<span></span>" : `<a href="/docs/guide/${other.name}">${before}${escapeHtml(other.title)}${after}</a>`;
  const items = pages.map((other) => {
    const current = other === page ? ' aria-current="page"' : "";
    return `<li><a href="/docs/guide/${other.name}"${current}>${escapeHtml(other.title)}</a></li>`;
  });
  const list = `<ul>${items.join("")}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(page.title)} · Order Operations</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/${files.style}">
<script src="/docs/assets/${files.script}" data-index="/docs/assets/${files.index}" defer></script>
</head>
<body>
<header class="top"><a class="name" href="/docs">Order Operations</a><nav aria-label="Site"><a href="/docs/guide" aria-current="true">Guide</a><a href="/docs">Reference</a></nav></header>
<div class="columns">
<div class="side">
<div id="search" class="search" role="search" hidden>
<label for="search-field" class="unseen">Search the guide</label>
<input id="search-field" type="search" placeholder="Search the guide" title="Search the guide (Ctrl+K or ⌘K)" aria-keyshortcuts="Control+K Meta+K" autocomplete="off" spellcheck="false">
<div class="found"><p id="search-status" role="status"></p><ul id="search-results"></ul></div>
</div>
<nav class="pages" aria-label="Guide">${list}</nav>
<details class="pages"><summary>Guide: ${escapeHtml(page.title)}</summary><nav aria-label="Guide, all pages">${list}</nav></details>
</div>
<main>
${bodyHtml(page, names)}
<footer>${link(pages[here - 1], "← ", "")}${link(pages[here + 1], "", " →")}</footer>
</main>
</div>
<p id="status" class="unseen" role="status"></p>
</body>
</html>
`;
}
