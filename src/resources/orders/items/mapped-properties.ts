import { MAX_METADATA_PAIRS, MAX_METADATA_VALUE_LENGTH } from "../../../platform/values/metadata-limits.ts";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits.ts";
import { isWebUrl } from "../../../platform/values/web-url.ts";
import type { MappedField, MappedName } from "./property-fields.ts";
import type { PropertyMap } from "./property-map.ts";

/** What a buyer has chosen or typed, or an app has added. */
interface Property {
  name: string;
  value: string;
}

/** What the properties of an item become. */
export interface MappedProperties {
  /** Only the fields that have a value. */
  fields: Partial<Record<Exclude<MappedField, "metadata">, string>> & { metadata?: Record<string, string> };
  /** Why properties did not become their fields, without their names and values. */
  leftOut: string[];
}

type UnfitReason = "no_web_address" | "too_long_for_metadata";

/** Why a value can't be in its field. Null: it can. */
export function unfitReason({ field }: MappedName, value: string): UnfitReason | null {
  if (field === "design_url" && (value.length > MAX_URL_LENGTH || !isWebUrl(value))) return "no_web_address";
  return field === "metadata" && value.length > MAX_METADATA_VALUE_LENGTH ? "too_long_for_metadata" : null;
}

const LEFT_OUT: Record<UnfitReason, string> = {
  no_web_address: "design_url is no web address",
  too_long_for_metadata: "a value is too long for metadata",
};

/**
 * The fields that follow from the properties of an item. Of several properties for one field, the first one that fits counts, and a
 * personalization has a line for each. `isPersonal` says which properties that the map does not name belong to it too.
 */
export function mapProperties(
  properties: readonly Property[],
  map: PropertyMap,
  isPersonal: (property: Property) => boolean = () => false,
): MappedProperties {
  const texts = new Map<string, string>();
  const metadata = new Map<string, string>();
  const lines: string[] = [];
  const leftOut = new Set<string>();
  for (const property of properties) {
    const mapped = map.find(property.name);
    const value = property.value.trim();
    const unfit = mapped === undefined ? null : unfitReason(mapped, value);
    const isLine = mapped === undefined ? isPersonal(property) : mapped.field === "personalization";
    if (value === "") continue;
    if (isLine) lines.push(`${property.name}: ${value}`);
    else if (unfit !== null) leftOut.add(LEFT_OUT[unfit]);
    else if (mapped?.field === "metadata") setFirst(metadata, mapped.key ?? property.name, value);
    else if (mapped !== undefined && mapped.field !== null) setFirst(texts, mapped.field, value);
  }
  if (metadata.size > MAX_METADATA_PAIRS) leftOut.add("there are too many values for metadata");
  return {
    fields: {
      ...Object.fromEntries(texts),
      ...(lines.length > 0 && { personalization: lines.join("\n") }),
      ...(metadata.size > 0 && { metadata: Object.fromEntries([...metadata].slice(0, MAX_METADATA_PAIRS)) }),
    },
    leftOut: [...leftOut],
  };
}

function setFirst(map: Map<string, string>, key: string, value: string): void {
  if (!map.has(key)) map.set(key, value);
}
