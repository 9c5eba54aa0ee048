/** Escapes text for an element or an attribute of HTML. */
export function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}

/** The text of escaped HTML without elements. */
export function decode(html: string): string {
  const characters = new Map([
    ["&lt;", "<"],
    ["&gt;", ">"],
    ["&quot;", '"'],
    ["&#39;", "'"],
    ["&#x27;", "'"],
    ["&amp;", "&"],
  ]);
  return html.replaceAll(/&[#\w]+;/g, (entity) => characters.get(entity) ?? entity);
}
