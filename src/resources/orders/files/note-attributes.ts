import { isMetadataKey } from "../../../platform/values/metadata-key.ts";
import { MAX_METADATA_PAIRS, MAX_METADATA_VALUE_LENGTH } from "../../../platform/values/metadata-limits.ts";
import { toStorableText } from "../../../platform/values/storable-text.ts";

/** What a shop or one of its apps has added to an order, under a name. */
interface NoteAttribute {
  name: string;
  value: string;
}

interface NoteAttributes {
  /** Null if there is none. */
  metadata: Record<string, string> | null;
  /** The value of the first attribute whose name says that it is a gift message. It is in the metadata too, if it fits there. */
  giftMessage: string;
  /** The attributes that are too long for metadata, or too many, as lines. */
  unfitting: string;
}

const IS_GIFT_MESSAGE = /^gift[ _-]?(?:message|note)$/i;

/** Reads the lines `name: value` of a cell. A line without a name continues the value before it. */
function readLines(cell: string): NoteAttribute[] {
  const attributes: NoteAttribute[] = [];
  for (const line of cell.split(/\r?\n/)) {
    const [name = "", ...values] = line.split(/:(?: |$)/);
    const last = attributes.at(-1);
    if (values.length > 0 && name.trim() !== "") attributes.push({ name: name.trim(), value: line.slice(name.length + 1).trim() });
    else if (last !== undefined) last.value = `${last.value}\n${line}`.trim();
    else if (line.trim() !== "") attributes.push({ name: line.trim(), value: "" });
  }
  return attributes;
}

/** Reads what a shop's apps have added to an order, as Shopify's export has it in one cell. */
export function readNoteAttributes(cell: string): NoteAttributes {
  return noteAttributes(readLines(toStorableText(cell)));
}

/** The metadata that attributes become, the gift message among them, and those that fit in neither. */
export function noteAttributes(attributes: readonly NoteAttribute[]): NoteAttributes {
  const metadata = new Map<string, string>();
  const unfitting: string[] = [];
  let giftMessage = "";
  for (const { name, value } of attributes) {
    const isGift = IS_GIFT_MESSAGE.test(name) && giftMessage === "";
    if (isGift) giftMessage = value;
    const fits =
      isMetadataKey(name) && value.length <= MAX_METADATA_VALUE_LENGTH && metadata.size < MAX_METADATA_PAIRS && !metadata.has(name);
    if (fits && value !== "") metadata.set(name, value);
    else if (!fits && !isGift) unfitting.push(`${name}: ${value}`);
  }
  return { metadata: metadata.size === 0 ? null : Object.fromEntries(metadata), giftMessage, unfitting: unfitting.join("\n") };
}
