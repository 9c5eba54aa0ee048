import { Marked, type Tokens } from "marked";
import { escaped } from "./escape.ts";

/** A page of the guide: `errors`, its first heading, and its Markdown. */
export interface GuidePage {
  name: string;
  title: string;
  markdown: string;
}

/** The anchor that GitHub gives a heading of this text, so that links between pages work on both sites. */
export function anchorOf(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\s_-]/gu, "")
    .trim()
    .replaceAll(/\s/g, "-");
}

/** `errors.md#gone` as a path of the site; null for what is neither a page of the guide nor an address of its own. */
function hrefOnSite(href: string, names: ReadonlySet<string>): string | null {
  const [, page, anchor = ""] = /^([\w.-]+)\.md(#.*)?$/.exec(href) ?? [];
  if (page !== undefined && names.has(page)) return `/docs/guide/${page}${anchor}`;
  return /^(?:#|\/|https?:)/.test(href) ? href : null;
}

/** Markdown as HTML: headings with anchors, links as paths of the site, code and tables in boxes that scroll by themselves. */
function bodyOf({ markdown }: GuidePage, names: ReadonlySet<string>): string {
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
        return `<a href="${escaped(hrefOnSite(href, names) ?? href)}">${this.parser.parseInline(tokens)}</a>`;
      },
      code({ text, lang }: Tokens.Code) {
        // Reached by the keyboard, since it may have to be scrolled.
        return `<pre tabindex="0"${lang ? ` data-language="${escaped(lang)}"` : ""}><code>${escaped(text)}\n</code></pre>\n`;
      },
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

/** What is wrong with a guide: pages without a title, links to what the site does not have. A site with faults is built all the same. */
export function guideFaults(pages: readonly GuidePage[]): string[] {
  const names = new Set(pages.map(({ name }) => name));
  const bodies = new Map(pages.map((page) => [page.name, bodyOf(page, names)]));
  const anchors = new Map([...bodies].map(([name, html]) => [name, anchorsOf(html)]));
  return pages.flatMap(({ name, markdown }) => {
    const dead = [...(bodies.get(name) ?? "").matchAll(/<a href="([^"]*)"/g)].flatMap(([, href = ""]) => {
      const [, page = name, anchor] = /^(?:\/docs\/guide\/([\w-]+))?(?:#(.*))?$/.exec(href) ?? [];
      const leads = /^(?:\/docs|\/openapi.json|\/api\/v2\/openapi.json)$|^https?:/.test(href);
      const isThere = names.has(page) && (anchor === undefined || anchors.get(page)?.has(anchor) === true);
      return leads || (/^(?:\/docs\/guide\/|#)/.test(href) && isThere)
        ? []
        : [`docs/guide/${name}.md links to ${href}, which the site does not have.`];
    });
    return markdown.startsWith("# ") ? dead : [`docs/guide/${name}.md does not begin with a title.`, ...dead];
  });
}

/** A page of the guide as HTML without scripts, with links to all others in their order. */
export function guidePage(page: GuidePage, pages: readonly GuidePage[], style: string): string {
  const names = new Set(pages.map(({ name }) => name));
  const here = pages.indexOf(page);
  const link = (other: GuidePage | undefined, before: string, after: string) =>
    other === undefined ? "<span></span>" : `<a href="/docs/guide/${other.name}">${before}${escaped(other.title)}${after}</a>`;
  const items = pages.map((other) => {
    const current = other === page ? ' aria-current="page"' : "";
    return `<li><a href="/docs/guide/${other.name}"${current}>${escaped(other.title)}</a></li>`;
  });
  const list = `<ul>${items.join("")}</ul>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(page.title)} · Order Operations</title>
<link rel="icon" href="/favicon.ico">
<link rel="stylesheet" href="/docs/assets/${style}">
</head>
<body>
<header class="top"><a class="name" href="/docs">Order Operations</a><nav aria-label="Site"><a href="/docs/guide" aria-current="true">Guide</a><a href="/docs">Reference</a></nav></header>
<div class="columns">
<nav class="pages" aria-label="Guide">${list}</nav>
<details class="pages"><summary>Guide: ${escaped(page.title)}</summary><nav aria-label="Guide, all pages">${list}</nav></details>
<main>
${bodyOf(page, names)}
<footer>${link(pages[here - 1], "← ", "")}${link(pages[here + 1], "", " →")}</footer>
</main>
</div>
</body>
</html>
`;
}
