import { OPTION_NAMES } from "../files/variations.ts";
import type { MappedName } from "./property-fields.ts";

/**
 * The names under which apps for personalized products publish files to print. `#` stands for a number. docs/guide/connections.md#properties says which
 * app has which.
 */
const DESIGN_URLS = [
  "_customily-production-url",
  "_tib_design_link",
  "_tib_design_link_#",
  "_zakekeZip",
  "_pdf",
  "_svg",
  "_svg #",
  "_print_file_url",
  "_pod_print_file_url",
  "_design_url",
];

/** The names under which they publish a picture of the item. */
const PREVIEWS = [
  "_customily-preview",
  "_customization_image",
  "_previews",
  "Preview",
  "_preview",
  "_preview image",
  "_preview_image",
  "_preview_url",
];

/** The names that become a field unless a connection says otherwise. */
export const DEFAULT_PROPERTIES: readonly MappedName[] = [
  ...DESIGN_URLS.map((name) => ({ name, field: "design_url", key: null }) as const),
  ...PREVIEWS.map((name) => ({ name, field: "metadata", key: "preview" }) as const),
  ...(["personalization", "size", "color"] as const).flatMap((field) => OPTION_NAMES[field].map((name) => ({ name, field, key: null }))),
];
