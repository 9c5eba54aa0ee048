/** What a template can be filled in with, by the name of the placeholder: `{{order_number}}`. */
export const PLACEHOLDERS = {
  customer_name: "the customer’s name",
  order_number: "the number of the order",
  store_name: "the name of the store",
  carrier: "the carrier",
  tracking_number: "the tracking number",
  tracking_link: "the tracking link",
  ticket_number: "the number of the ticket",
  my_name: "your name",
} as const;

export type Placeholder = keyof typeof PLACEHOLDERS;

export type PlaceholderValues = Readonly<Record<Placeholder, string | null>>;

function isPlaceholder(name: string): name is Placeholder {
  return Object.hasOwn(PLACEHOLDERS, name);
}

/** No name is as long, so text between two braces that is longer is no placeholder. */
const PLACEHOLDER = /\{\{([^{}]{0,100})\}\}/g;

/** The names between double braces in a text, each once, whether there are such placeholders or not. */
export function placeholdersIn(text: string): string[] {
  return [...new Set([...text.matchAll(PLACEHOLDER)].map(([, name = ""]) => name.trim()))];
}

export function unknownPlaceholders(text: string): string[] {
  return placeholdersIn(text).filter((name) => !isPlaceholder(name));
}

/** A template whose placeholders are filled in. Those without a value stay in the text, and are in `missing`. */
export function fillTemplate(template: string, values: PlaceholderValues): { text: string; missing: Placeholder[] } {
  const missing = new Set<Placeholder>();
  const text = template.replaceAll(PLACEHOLDER, (placeholder, inner: string) => {
    const name = inner.trim();
    if (!isPlaceholder(name)) return placeholder;
    const value = values[name];
    if (value === null) missing.add(name);
    return value ?? `{{${name}}}`;
  });
  return { text, missing: [...missing] };
}
