/** What a buyer has chosen for an item. */
export interface Options {
  size: string;
  color: string;
  personalization: string;
}

/** The names of options in the languages of Etsy, in lower case. */
export const OPTION_NAMES = {
  personalization:
    "personalization|personalisation|personnalisation|personalisierung|personalización|personalizzazione|personalização|personalisatie|personalisering|personalizacja|персонализация".split(
      "|",
    ),
  size: "size|sizes|größe|taille|talla|tamaño|taglia|dimensioni|misura|maat|rozmiar|tamanho|размер".split("|"),
  color:
    "color|colors|colour|colours|primary color|primary colour|farbe|hauptfarbe|couleur|couleur principale|color principal|colore|colore principale|cor|kleur|kolor|цвет".split(
      "|",
    ),
} as const satisfies Record<keyof Options, readonly string[]>;

const names = Object.fromEntries(Object.entries(OPTION_NAMES).flatMap(([option, all]) => all.map((name) => [name, option])));

/** The option that a part of a text such as `Size: L` begins with, and its value. */
function optionOf(part: string): { option: string | undefined; value: string } {
  const colon = part.indexOf(":");
  const name = part.slice(0, Math.max(colon, 0)).trim().toLowerCase();
  return { option: Object.hasOwn(names, name) ? names[name] : undefined, value: part.slice(colon + 1) };
}

/** Reads `Size: L,Color: Red,Personalization: Ann, in gold`. A personalization is last and may contain commas. */
export function readOptions(variations: string): Options {
  const options: Options = { size: "", color: "", personalization: "" };
  const parts = variations.split(",");
  for (const [index, part] of parts.entries()) {
    const { option, value } = optionOf(part);
    if (option === "personalization") return { ...options, personalization: [value, ...parts.slice(index + 1)].join(",").trim() };
    if ((option === "size" || option === "color") && options[option] === "") options[option] = value.trim();
  }
  return options;
}
