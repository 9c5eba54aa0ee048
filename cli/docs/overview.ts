import { readFileSync } from "node:fs";
import { join } from "node:path";
import { escapeHtml } from "./escape.ts";

/** The parts of an OpenAPI document that the list of operations shows. */
interface ApiDocument {
  info: { description: string };
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, { summary: string; tags: string[] }>>;
}

/** The APIs in the order of /docs. The slugs are those of the reference (browser/configuration.ts). */
const SURFACES = [
  { slug: "v2", title: "v2", header: "Authorization: Bearer sk_live_…", file: "v2.json", url: "/api/v2/openapi.json" },
  { slug: "v1", title: "Public V1", header: "x-api-key: ak_live_…", file: "v1.json", url: "/openapi.json" },
  {
    slug: "operator",
    title: "Operator",
    header: "Authorization: Bearer OPERATOR_TOKEN",
    file: "operator.json",
    url: "/docs/operator/openapi.json",
  },
] as const;

/** Renders all operations of the APIs as links into the interactive reference. */
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
      `<li><a href="${escapeHtml(`${fragment}/${method}${path}`)}"><span>${method}</span> <code>${escapeHtml(path)}</code></a> <span>${escapeHtml(summary)}</span></li>`,
  );
  return `<h3>${escapeHtml(name)}</h3>\n<p class="soft">${withoutMarkup(description)}</p>\n<ul class="operations">\n${items.join("\n")}\n</ul>`;
}

/** Turns one paragraph of Markdown into plain text. */
function withoutMarkup(markdown: string): string {
  return escapeHtml(markdown.replaceAll("`", "").replaceAll("**", ""));
}
