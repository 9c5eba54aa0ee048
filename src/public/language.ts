import { type Language, LANGUAGE_CODES } from "./texts/catalog";

/** The parameter of a URL that chooses a language, and the cookie that keeps it. */
export const LANGUAGE_NAME = "lang";

/** A browser sends a few languages. The rest of a longer header is not read. */
const MAX_RANGES = 20;

export const isLanguage = (text: string | undefined): text is Language => LANGUAGE_CODES.some((code) => code === text);

/** The language of a tag such as `zh-CN`. Null: pages are not in that language. */
function languageOf(tag: string): Language | null {
  const [primary] = tag.trim().toLowerCase().split("-", 1);
  return LANGUAGE_CODES.find((code) => code.split("-", 1)[0] === primary) ?? null;
}

/** The first language of `Accept-Language` that pages have, by its weights (RFC 9110, section 12.5.4). Default: English. */
export function acceptedLanguage(header: string): Language {
  const ranges = header.split(",", MAX_RANGES).map((range) => {
    const [tag = "", ...parameters] = range.split(";");
    const weight = parameters.map((each) => /^\s*q=([01](?:\.\d{0,3})?)\s*$/i.exec(each)?.[1]).find((each) => each !== undefined);
    return { language: languageOf(tag), weight: weight === undefined ? 1 : Number(weight) };
  });
  const known = ranges.filter(({ language, weight }) => language !== null && weight > 0);
  return known.toSorted((one, other) => other.weight - one.weight)[0]?.language ?? "en";
}
