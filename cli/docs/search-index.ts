import { decode } from "./escape.ts";

/** A section of the guide, for the search in the browser. */
export interface IndexedSection {
  /** The title of its page. */
  page: string;
  heading: string;
  href: string;
  /** All text up to the next heading. */
  text: string;
}

/** The sections of a page, from its rendered body. A section begins at each heading. */
export function indexedSections(page: { name: string; title: string }, body: string): IndexedSection[] {
  const [, ...parts] = body.split(/<h\d id="/);
  return parts.map((part) => {
    const anchor = part.slice(0, part.indexOf('"'));
    const [heading = "", text = ""] = part.slice(part.indexOf(">") + 1).split(/<\/h\d>/);
    // The anchor of a page's title is not shown.
    return { page: page.title, heading: plainText(heading), href: `/docs/guide/${page.name}#${anchor}`, text: plainText(text) };
  });
}

const LANGUAGE_LABELS = /<div class="bar">.*?<\/div>/g;
/** The ends of these elements separate words. */
const BLOCK_ENDS = /<\/(?:p|li|td|th|pre|h\d)>|\n/g;

function plainText(html: string): string {
  const text = html
    .replaceAll(LANGUAGE_LABELS, "")
    .replaceAll(BLOCK_ENDS, " ")
    .replaceAll(/<[^<>]*>/g, "");
  return decode(text).replaceAll(/\s+/g, " ").trim();
}
