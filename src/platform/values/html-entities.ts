/** The named entities of HTML that are written into names, besides letters with accents. */
const NAMED: Readonly<Record<string, string>> = {
  amp: "&",
  lt: "<",
  gt: ">",
  quot: '"',
  apos: "'",
  nbsp: " ",
  ndash: "\u2013",
  mdash: "\u2014",
  hellip: "\u2026",
  lsquo: "\u2018",
  rsquo: "\u2019",
  ldquo: "\u201c",
  rdquo: "\u201d",
  times: "\u00d7",
  szlig: "ß",
  aelig: "æ",
  AElig: "Æ",
  oelig: "œ",
  OElig: "Œ",
  oslash: "ø",
  Oslash: "Ø",
  lstrok: "ł",
  Lstrok: "Ł",
  dstrok: "đ",
  Dstrok: "Đ",
  eth: "ð",
  ETH: "Ð",
  thorn: "þ",
  THORN: "Þ",
};

/** The ends of the names of letters with accents, such as `&eacute;`, and the combining accents. */
const ACCENTS: Readonly<Record<string, string>> = {
  grave: "\u0300",
  acute: "\u0301",
  circ: "\u0302",
  tilde: "\u0303",
  macr: "\u0304",
  breve: "\u0306",
  dot: "\u0307",
  uml: "\u0308",
  ring: "\u030a",
  dblac: "\u030b",
  caron: "\u030c",
  cedil: "\u0327",
  ogon: "\u0328",
};

const MAX_CODE_POINT = 0x10ffff;

function namedCharacter(name: string): string | null {
  const accent = ACCENTS[name.slice(1)];
  if (accent !== undefined) return `${name.charAt(0)}${accent}`.normalize("NFC");
  return NAMED[name] ?? NAMED[name.toLowerCase()] ?? null;
}

const ENTITIES = /&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi;

function decodeEntity(entity: string): string {
  const [, x, digits] = /^&#(x?)(.+);$/i.exec(entity) ?? [];
  if (digits === undefined) return namedCharacter(entity.slice(1, -1)) ?? entity;
  const code = Number.parseInt(digits, x === "" ? 10 : 16);
  const isCharacter = code > 0 && code <= MAX_CODE_POINT && !(code >= 0xd800 && code <= 0xdfff);
  return isCharacter ? String.fromCodePoint(code) : entity;
}

/** Decodes HTML entities. Unknown ones stay as they are. */
export const decodeEntities = (text: string): string => text.replaceAll(ENTITIES, decodeEntity);
