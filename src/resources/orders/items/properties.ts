import * as z from "zod";
import { parseStored } from "../../../platform/reading/json";

/** What a buyer has chosen or typed for an item, under the name that the shop has for it (docs/spec/items.md#properties). */
interface NamedValue {
  name: string;
  value: string;
}

/** A property as responses contain it. */
export const Property = z.strictObject({
  name: z.string(),
  value: z.string(),
  hidden: z.boolean().describe("Whether the shop hides it from the buyer: its name begins with an underscore."),
});

export type PropertyView = z.output<typeof Property>;

/** Whether a shop hides a property from the buyer. */
const isHidden = ({ name }: NamedValue): boolean => name.startsWith("_");

/** The stored text of properties, in their order: canonical JSON. Null if there are none. */
export function propertiesText(properties: readonly NamedValue[]): string | null {
  return properties.length === 0 ? null : JSON.stringify(properties.map(({ name, value }) => ({ name, value })));
}

/** Reads stored properties. */
export function readProperties(json: string | null): PropertyView[] {
  if (json === null) return [];
  return parseStored<NamedValue[]>(json).map(({ name, value }) => ({ name, value, hidden: isHidden({ name, value }) }));
}

/** The characters of an item's properties that are searched. */
const MAX_SEARCHED_LENGTH = 1000;

/** The beginnings of the values of properties, which are searched. */
export function searchedValues(json: string | null | undefined): string {
  const values = readProperties(json ?? null).map(({ value }) => value);
  return values.join(" ").slice(0, MAX_SEARCHED_LENGTH);
}
