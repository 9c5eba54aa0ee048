import type { Page } from "./kit";

/** The potentially harmful parts of a page, and its texts as a person reads them. */
export interface Markup {
  harmful: string[];
  texts: string[];
}

/** In the names of the elements and attributes that the texts of the tests would create if they were not escaped. */
const EVIL = /evil/i;
const URL_ATTRIBUTES = new Set(["href", "src", "action", "formaction", "xlink:href"]);

/** Parses a page with a real parser, and returns the effect of each text in it. */
export async function markupOf({ text, headers }: Page): Promise<Markup> {
  const harmful: string[] = [];
  const texts: string[] = [];
  let inScript = false;
  let node = "";
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      const { tagName } = element;
      inScript = tagName === "script" || tagName === "style";
      if (EVIL.test(tagName)) harmful.push(`element ${tagName}`);
      for (const [name = "", value = ""] of element.attributes) {
        if (EVIL.test(name) || name.startsWith("on") || name === "style" || name === "srcdoc") harmful.push(`attribute ${name}="${value}"`);
        if (URL_ATTRIBUTES.has(name) && !/^(?:\/(?!\/)|https?:\/\/|#|\?)/.test(value)) harmful.push(`${name} leads to ${value}`);
        if (name !== "class") texts.push(value);
      }
    },
    text(chunk) {
      if (inScript && chunk.text.trim() !== "") harmful.push(`inline ${chunk.text.slice(0, 40)}`);
      node += chunk.text;
      if (chunk.lastInTextNode) {
        texts.push(node);
        node = "";
      }
    },
    comments(comment) {
      harmful.push(`comment ${comment.text.slice(0, 40)}`);
    },
  });
  await rewriter.transform(new Response(text, { headers })).text();
  return { harmful, texts: texts.map(decodeEntities) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decodeEntities(text: string): string {
  return text.replaceAll(/&(#39|amp|lt|gt|quot);/g, (_match, name: string) => ENTITIES[name] ?? "");
}
