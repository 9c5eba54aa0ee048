import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escaped } from "./escape.ts";

/** What the list of operations shows of an OpenAPI document. */
interface ApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { summary: string; tags: string[] }>>;
}

/** A surface in the order in which /docs lists it. The slug is the reference's name for it (browser/configuration.ts). */
const SURFACES = [
  { slug: "v2", title: "v2", header: "Authorization: Bearer sk_live_…", file: "v2.json", url: "/api/v2/openapi.json" },
  { slug: "v1", title: "Public V1", header: "x-api-key: ak_live_…", file: "v1.json", url: "/openapi.json" },
] as const;

/** All operations of both surfaces as HTML, each a link into the interactive reference. */
export function overview(root: string): string {
  const surfaces = SURFACES.map(({ file, ...surface }) => {
    const document = JSON.parse(readFileSync(join(root, "openapi", file), "utf8")) as ApiDocument;
    return { ...surface, document };
  });
  return surfaces
    .map(({ slug, title, header, url, document }) => {
      const [introduction = ""] = document.info.description.split("\n");
      return `<section aria-labelledby="${slug}-title">
<h2 id="${slug}-title"><a href="#${slug}/description/introduction">${title}</a></h2>
<p>${withoutMarkup(introduction)}</p>
<p>Every request has the header <code>${header}</code>. The OpenAPI document is <a href="${url}">${url}</a>.</p>
${document.tags.map((tag) => section(slug, tag, document)).join("\n")}
</section>`;
    })
    .join("\n");
}

function section(slug: string, { name, description }: ApiDocument["tags"][number], { paths }: ApiDocument): string {
  const fragment = `#${slug}/tag/${name.toLowerCase().replaceAll(" ", "-")}`;
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { tags }]) => tags.includes(name))
      .map(([method, { summary }]) => ({ path, method: method.toUpperCase(), summary })),
  );
  const items = operations.map(
    ({ path, method, summary }) =>
      `<li><a href="${escaped(`${fragment}/${method}${path}`)}"><span class="method">${method}</span> <code>${escaped(path)}</code></a> <span class="summary">${escaped(summary)}</span></li>`,
  );
  return `<h3>${escaped(name)}</h3>\n<p class="soft">${withoutMarkup(description)}</p>\n<ul class="operations">\n${items.join("\n")}\n</ul>`;
}

/** Markdown of one paragraph, of which the code and the emphasis are kept as plain text. */
function withoutMarkup(markdown: string): string {
  return escaped(markdown.replaceAll("`", "").replaceAll("**", ""));
}
