import { type Catalog, EN, type TextKey } from "./en";
import { VI } from "./vi";
import { ZH } from "./zh";

export type { TextKey } from "./en";

/** The languages of public pages, by their code in `lang`, with what each is called in itself. English comes first: it is the default. */
export const LANGUAGES = {
  en: { name: "English", texts: EN },
  vi: { name: "Tiếng Việt", texts: VI },
  "zh-Hans": { name: "简体中文", texts: ZH },
} as const satisfies Record<string, { name: string; texts: Catalog }>;

export type Language = keyof typeof LANGUAGES;

export const LANGUAGE_CODES = Object.keys(LANGUAGES) as Language[];

/** The values for the names in braces of a text. */
export type TextValues = Readonly<Record<string, string | number>>;

/** A text of the catalog with its values, which is put into words when the page is rendered. */
export interface Sentence {
  key: TextKey;
  values?: TextValues;
}

/** Returns the texts of a language. */
export type Translate = (key: TextKey, values?: TextValues) => string;

export function textsOf(language: Language): Translate {
  const texts: Catalog = LANGUAGES[language].texts;
  return (key, values = {}) => texts[key].replaceAll(/\{(\w+)\}/g, (_whole, name: string) => String(values[name] ?? ""));
}
