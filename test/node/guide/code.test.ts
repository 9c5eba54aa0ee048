import { describe, expect, it } from "vitest";
import { codeBlock, inlineCode } from "../../../cli/docs/code.ts";
import { guideIndex } from "../../../cli/docs/guide-page.ts";
import { guidePages } from "../../../cli/docs/site.ts";
import { findSections, markedParts, termsOf } from "../../../cli/docs/browser/find-sections.ts";
import { decode } from "../../../cli/docs/escape.ts";

const textOf = (html: string) => decode(html.replaceAll(/<[^>]*>/g, ""));

describe("a code block of the guide", () => {
  it("is highlighted by the build with unchanged text", () => {
    const code = 'curl "$BASE/orders?a=1&b=2" -d \'{"a":"<b>"}\' # a comment';
    const html = codeBlock(code, "sh");
    expect(html).toContain('<span class="hljs-comment"># a comment</span>');
    expect(html).toContain('<span class="hljs-variable">$BASE</span>');
    const [, pre = ""] = /<pre tabindex="0">([\s\S]*)<\/pre>/.exec(html) ?? [];
    expect(textOf(pre)).toBe(`${code}\n`);
    expect(codeBlock("a < b", "text")).toContain("<code>a &lt; b\n</code>");
  });

  it("has the address of an instance in its own element, also inside a string or a comment", () => {
    const element = (address: string) => `<span class="own-address">${address}</span>`;
    const local = element("http://127.0.0.1:8787");
    expect(codeBlock("export BASE=http://127.0.0.1:8787 KEY=k", "sh")).toContain(`BASE=${local} KEY`);
    expect(codeBlock('const a = "http://127.0.0.1:8787";', "ts")).toContain(`&quot;${local}&quot;`);
    expect(codeBlock("// http://127.0.0.1:8787/docs", "ts")).toContain(`${local}/docs`);
    expect(codeBlock('{"url": "https://YOUR-WORKER/api/v2/mcp"}', "json")).toContain(`${element("https://YOUR-WORKER")}/api/v2/mcp`);
    expect(codeBlock("http://127.0.0.1:9999/hook", "sh")).not.toContain("own-address");
    // In a sentence, an address without a path is that of `npm run dev`.
    expect(inlineCode("http://127.0.0.1:8787/openapi.json")).toBe(`<code>${local}/openapi.json</code>`);
    expect(inlineCode("http://127.0.0.1:8787")).toBe("<code>http://127.0.0.1:8787</code>");
  });
});

describe("the search of the guide", () => {
  const pages = guidePages(".");
  const index = guideIndex(pages);
  const hrefs = (query: string) => findSections(index, query).map(({ section }) => section.href);

  it("has sections of every page with their headings and texts, and without markup", () => {
    expect(new Set(index.map(({ page }) => page))).toEqual(new Set(pages.map(({ title }) => title)));
    expect(index.length).toBeGreaterThan(100);
    for (const { heading, href, text } of index) {
      expect(heading, href).not.toBe("");
      expect(`${heading} ${text}`, href).not.toMatch(/class="|tabindex|&(?:amp|lt|gt|quot);/);
    }
    const section = index.find(({ href }) => href === "/docs/guide/quickstart#check-your-credentials");
    expect(section?.text).toMatch(/^curl "\$BASE\/me" .*The response shows your organization/);
  });

  it("finds at most 12 sections with all words, in any order and case, first those with the words in the heading", () => {
    expect(hrefs("validation_error")[0]).toBe("/docs/guide/errors#validation_error");
    expect(hrefs("RETRIES failures")[0]).toBe("/docs/guide/webhooks#failures-and-retries");
    expect(hrefs("check your cred")[0]).toBe("/docs/guide/quickstart#check-your-credentials");
    expect(hrefs("idempotency-key").length).toBeGreaterThan(3);
    expect([hrefs("credentials xyzzy"), hrefs("  ")]).toEqual([[], []]);
    expect(hrefs("the").length).toBe(12);
  });

  it("returns the text around the first word, and highlights the words", () => {
    const [found] = findSections(
      [{ page: "P", heading: "H", href: "/", text: `${"word ".repeat(60)}Needle${" rest".repeat(60)}` }],
      "needle",
    );
    expect(found?.excerpt).toMatch(/^… (?:word )+Needle(?: rest)+ …$/);
    expect(found?.excerpt.length).toBeLessThan(160);
    expect(markedParts("A needle, Needles", termsOf("needle a"))).toEqual([
      { text: "A", isTerm: true },
      { text: " ", isTerm: false },
      { text: "needle", isTerm: true },
      { text: ", ", isTerm: false },
      { text: "Needle", isTerm: true },
      { text: "s", isTerm: false },
    ]);
    expect(markedParts("<b> none", termsOf("x"))).toEqual([{ text: "<b> none", isTerm: false }]);
  });
});
