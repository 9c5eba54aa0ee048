const regions = new Intl.DisplayNames("en", { type: "region" });

/** The English name of a country that is stored as its ISO 3166-1 code. Any other text stays as it was written. */
export function countryName(country: string): string {
  return /^[a-z]{2}$/i.test(country) ? (regions.of(country.toUpperCase()) ?? country) : country;
}
