/** The digits of the postal codes of countries where some of them begin with 0. */
const POSTAL_CODE_DIGITS: Readonly<Record<string, number>> = {
  AU: 4,
  CN: 6,
  CZ: 5,
  DE: 5,
  DK: 4,
  EE: 5,
  ES: 5,
  FI: 5,
  FR: 5,
  HR: 5,
  IL: 7,
  IT: 5,
  JP: 7,
  KR: 5,
  LT: 5,
  MX: 5,
  MY: 5,
  NO: 4,
  PH: 4,
  PR: 5,
  RO: 6,
  RS: 5,
  SG: 6,
  SK: 5,
  TR: 5,
  UA: 5,
  US: 5,
  ZA: 4,
};

/** Names of countries that Intl does not have. */
const OTHER_NAMES: readonly (readonly [name: string, code: string])[] = [
  ["usa", "US"],
  ["u.s.a.", "US"],
  ["united states of america", "US"],
  ["czech republic", "CZ"],
  ["turkey", "TR"],
  ["korea, republic of", "KR"],
];

let codes: Map<string, string> | null = null;

/** The code of a country by its code or by its name in English or in its own language. Null if its postal codes are not known. */
function countryCode(country: string): string | null {
  const upper = country.toUpperCase();
  if (Object.hasOwn(POSTAL_CODE_DIGITS, upper)) return upper;
  codes ??= new Map([
    ...Object.keys(POSTAL_CODE_DIGITS).flatMap((code) => namesOf(code).map((name): [string, string] => [name, code])),
    ...OTHER_NAMES,
  ]);
  return codes.get(country.toLowerCase()) ?? null;
}

function namesOf(code: string): string[] {
  const languages = ["en", new Intl.Locale(`und-${code}`).maximize().language];
  return languages.map((language) => (new Intl.DisplayNames(language, { type: "region" }).of(code) ?? code).toLowerCase());
}

/** Whether a postal code has lost zeros at its beginning: it has fewer digits than its country's codes. */
export function hasLostZeros(postalCode: string, country: string): boolean {
  const code = countryCode(country);
  const digits = code === null ? undefined : POSTAL_CODE_DIGITS[code];
  // The codes of the United States may have four more digits after a hyphen.
  const number = code === "US" ? (postalCode.split("-")[0] ?? "") : postalCode;
  return digits !== undefined && /^\d+$/.test(number) && number.length < digits;
}
