import { parseStored } from "../../platform/reading/json";
import { PLATFORMS } from "../../resources/connections/platforms/platforms";
import { recordOf } from "../../platform/values/record";
import { isMoment } from "../../platform/values/zone";

/** A form of stored JSON: the types of a value (`string|null`: one of several), the form of every entry of a list, or the forms of keys of an object. */
type Form = string | readonly [Form] | { readonly [key: string]: Form };

const isList = (form: Form): form is readonly [Form] => Array.isArray(form);

const TEXTS = ["string"] as const;
const NAMED = [{ name: "string" }] as const;

/** The forms of the columns with JSON, by name. What reads them takes these forms for granted. */
const JSON_FORMS: Readonly<Record<string, Form>> = {
  ...recordOf(
    ["tags", "discount_codes", "audit_reasons", "changed_fields", "send_blockers", "ship_blockers", "statuses", "events"],
    () => TEXTS,
  ),
  ...recordOf(["images", "videos", "stores", "platforms", "labels", "sizes"], () => TEXTS),
  ...recordOf(["sending_tracking", "sent_tracking"], () => ["string|null"] as const),
  metadata: [TEXTS],
  properties: [{ name: "string", value: "string" }],
  items: [{ order_item_id: "number", quantity: "number", cancelled_quantity: "number|undefined", amount: "number" }],
  import_map: { columns: "object" },
  file_columns: NAMED,
  property_map: NAMED,
  shipments: [{ quantity: "number", fulfillment_ids: TEXTS, former_numbers: TEXTS }],
  snapshot: { name: "string", properties: NAMED, address: "object|null" },
  details: "object",
  "events.body": "object",
  // Whatever a shop has sent.
  "connection_inbox.body": "object|string|number|boolean|null",
};

/** The values of a text that is closed, although its declaration has no list of them: a floor above it has the list. */
const CLOSED: Readonly<Record<string, readonly string[]>> = { "connections.platform": PLATFORMS };

function hasForm(value: unknown, form: Form): boolean {
  if (typeof form === "string") return form.split("|").includes(value === null ? "null" : typeof value);
  if (isList(form)) return Array.isArray(value) && value.every((entry) => hasForm(entry, form[0]));
  if (!hasForm(value, "object")) return false;
  return Object.entries(form).every(([key, ofKey]) => hasForm((value as Record<string, unknown>)[key], ofKey));
}

function isJson(text: string, form: Form): boolean {
  try {
    return hasForm(parseStored(text), form);
  } catch {
    return false;
  }
}

const MOMENT = /(?:^|_)(?:at|date|until|since|to|after)$/;
const TEXTS_OF_KIND = [
  { kind: "a currency", columns: /(?:^|_)currency$/, form: /^[A-Z]{3}$/ },
  { kind: "a date", columns: /(?:^|_)date$/, form: /^\d{4}-\d\d-\d\d$/ },
];

/** What a column of a table was expected to have. Null: its value is in order. */
export function expectedValue(table: string, column: string, value: string | number): string | null {
  if (typeof value === "number") return MOMENT.test(column) && !isMoment(value) ? "a moment" : null;
  const name = `${table}.${column}`;
  const form = JSON_FORMS[name] ?? JSON_FORMS[column];
  if (form === undefined ? CLOSED[name]?.includes(value) === false : !isJson(value, form)) return "a value as exports have it";
  return TEXTS_OF_KIND.find(({ columns, form: text }) => columns.test(column) && !text.test(value))?.kind ?? null;
}
