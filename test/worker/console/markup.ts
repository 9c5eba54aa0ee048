import type { Page } from "./kit";

/** The potentially harmful parts of a page, and its texts as a person reads them. */
export interface Markup {
  faults: string[];
  texts: string[];
}

/** Elements and attributes that unescaped text would create. */
const EVIL = /evil/i;
const LEADS = new Set(["href", "src", "action", "formaction", "xlink:href"]);

/** Parses a page with a real parser, and returns the effect of each text in it. */
export async function markupOf({ text, headers }: Page): Promise<Markup> {
  const faults: string[] = [];
  const texts: string[] = [];
  let inScript = false;
  let run = "";
  const rewriter = new HTMLRewriter().on("*", {
    element(element) {
      const { tagName } = element;
      inScript = tagName === "script" || tagName === "style";
      if (EVIL.test(tagName)) faults.push(`element ${tagName}`);
      for (const [name = "", value = ""] of element.attributes) {
        if (EVIL.test(name) || name.startsWith("on") || name === "style" || name === "srcdoc") faults.push(`attribute ${name}="${value}"`);
        if (LEADS.has(name) && !/^(?:\/(?!\/)|https?:\/\/|#|\?|data:,$)/.test(value)) faults.push(`${name} leads to ${value}`);
        if (name !== "class") texts.push(value);
      }
    },
    text(chunk) {
      if (inScript && chunk.text.trim() !== "") faults.push(`inline ${chunk.text.slice(0, 40)}`);
      run += chunk.text;
      if (chunk.lastInTextNode) {
        texts.push(run);
        run = "";
      }
    },
    comments(comment) {
      faults.push(`comment ${comment.text.slice(0, 40)}`);
    },
  });
  await rewriter.transform(new Response(text, { headers })).text();
  return { faults, texts: texts.map(decoded) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

function decoded(text: string): string {
  return text.replaceAll(/&(#39|amp|lt|gt|quot);/g, (_match, name: string) => ENTITIES[name] ?? "");
}
