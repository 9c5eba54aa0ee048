/** The fields of an item that a property can become. */
export const MAPPED_FIELDS = ["design_url", "personalization", "material", "color", "size", "metadata"] as const;
export type MappedField = (typeof MAPPED_FIELDS)[number];

/** What properties with a name become. `key` is the key of the metadata, and null for any other field. Without a field, they stay properties only. */
export interface MappedName {
  name: string;
  field: MappedField | null;
  key: string | null;
}

/** The most names of a connection's own map. */
export const MAX_MAPPED_NAMES = 100;

/** Stands for a number at the end of a name, such as `_tib_design_link_#`. */
export const NUMBER_SIGN = "#";
