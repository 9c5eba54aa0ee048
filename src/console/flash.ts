import { withParameters } from "./trail";

/** The parameter of a URL with the name of the message. */
const FLASH = "done";

/** The parameters of a URL that say what an action has done: the name of a message, what a bulk action did, and what can be undone. */
export const MESSAGE_PARAMETERS = [FLASH, "did", "undo"] as const;

/** A query without these. */
export function withoutMessage(search: URLSearchParams): URLSearchParams {
  const rest = new URLSearchParams(search);
  for (const name of MESSAGE_PARAMETERS) rest.delete(name);
  return rest;
}

/** The messages that a page shows after an action. The URL contains the name of a message, so that nobody can link to a page with another text. */
export const FLASH_MESSAGES = {
  shipped: "Order shipped.",
  packed: "Fulfillment created. It is not shipped yet.",
  order_created: "Order created.",
  order_saved: "Order updated.",
  order_status_changed: "Status of the order changed.",
  audit_cleared: "The order no longer needs an audit.",
  note_added: "Note added.",
  reprint_created: "Reprint created.",
  refunded: "Refund recorded.",
  changed: "All selected orders are changed.",
  item_added: "Item added.",
  item_saved: "Item updated.",
  item_removed: "Item removed.",
  item_status_changed: "Status of the item changed.",
  sku_saved: "SKU saved.",
  file_deleted: "File deleted.",
  design_saved: "Design file saved.",
  cost_saved: "Cost saved.",
  not_physical: "Marked as not a physical item: it is not made or shipped. To change that, edit the item.",
  fulfillment_created: "Fulfillment created.",
  fulfillment_saved: "Fulfillment updated.",
  held: "On hold.",
  released: "Released from hold.",
  supplier_created: "Supplier created.",
  supplier_saved: "Supplier updated.",
  proof_created: "Proof created. Create its link, and send it to the buyer.",
  proof_saved: "Proof updated.",
  supplier_costs_saved: "Costs saved.",
  sent_to_suppliers: "Supplier orders created. Tell each supplier.",
  supplier_order_saved: "Supplier order updated.",
  invoice_saved: "Invoice saved.",
  line_rejected: "Line rejected. Its quantity can be sent again.",
  link_revoked: "Link revoked. Its page no longer opens.",
  view_saved: "View saved.",
  view_deleted: "View deleted.",
  product_created: "Product created.",
  product_saved: "Product updated.",
  products_created: "Each SKU with a cost is a product now.",
  archived: "Product archived. It no longer appears in lists and searches.",
  expense_created: "Expense created.",
  expense_saved: "Expense updated.",
  expense_deleted: "Expense deleted.",
  ticket_created: "Ticket created.",
  ticket_saved: "Ticket updated.",
  store_created: "Store created.",
  store_saved: "Store updated.",
  supplier_file_imported: "File imported. Its supplier orders are up to date.",
  supplier_file_unchanged: "Everything in this file was recorded before. Nothing was changed.",
  endpoint_saved: "Endpoint updated.",
  endpoint_deleted: "Endpoint deleted. It receives no more events.",
  tested: "Test event sent. The result is below.",
  paused: "Endpoint paused. Deliveries are held from now on.",
  resumed: "Endpoint resumed. Deliveries continue.",
  redelivering: "The event is being redelivered. The result appears here.",
  recovering: "Recovery started. Its progress appears below.",
  access_saved: "The shop’s API accepts the new access. It is in use from now on.",
  reached: "The shop’s API can be used.",
  properties_saved: "Properties updated. They apply to orders that the shop sends from now on.",
  connection_paused: "Connection paused. Deliveries are accepted and ignored from now on.",
  connection_resumed: "Connection resumed. Deliveries are processed again.",
  connection_deleted: "Connection deleted. Its orders stay.",
  sending_started: "Fulfillments are sent to the shop from now on.",
  sending_stopped: "Fulfillments are no longer sent to the shop.",
  backfilling: "Reading past orders has started. The number of stored orders appears below.",
  retrying: "The delivery is processed again. The result appears below.",
  resending: "The fulfillment is sent to the shop again. The result appears below.",
  key_saved: "API key updated.",
  token_saved: "API token updated.",
  revoked: "Revoked. Requests that use it are rejected from now on.",
  member_saved: "Access of the member updated.",
  withdrawn: "Invitation withdrawn. Its link no longer works.",
  renamed: "Name saved.",
  second_factor_off: "The second factor is off. Signing in needs only your password.",
  second_factor_reset: "Second factor reset. Their next sign-in needs only the password.",
  removed: "Member removed. They no longer have access to the organization.",
  reply_saved: "Reply saved. Copy it and send it to the buyer, then mark it as sent.",
  ticket_note_saved: "Note saved.",
  reply_sent: "Reply marked as sent.",
  template_saved: "Template saved.",
  template_deleted: "Template deleted.",
  organization_saved: "Settings of the organization updated.",
  retention_saved: "Retention updated.",
  erasing: "The erasure has started. It appears below when it is finished.",
  password_changed: "Password changed. You are signed out everywhere else.",
  sessions_ended: "You are signed out everywhere else.",
  steps_hidden: "The first steps are hidden from your home page.",
  repeated:
    "You submitted this form twice. It was processed once. If it created a secret or a link that you did not copy, rotate the secret or create another link.",
} as const;

export type FlashName = keyof typeof FLASH_MESSAGES;

interface FlashLink {
  page: `/${string}`;
  label: string;
}

/** Where a person does what a message asks for. */
const FLASH_LINKS: { readonly [Name in FlashName]?: FlashLink } = {
  sent_to_suppliers: { page: "/suppliers", label: "Suppliers and their links" },
};

/** A message of a page. */
export interface Flash {
  text: string;
  link?: FlashLink | undefined;
  /** A form that was submitted twice is no success. */
  kind: "good" | "plain";
}

/** Returns the message with a name from the URL, or what the page says instead; null if there is none. */
export function flashOf(name: string | null, textOf?: (name: FlashName) => string | null): Flash | null {
  if (name === null || !Object.hasOwn(FLASH_MESSAGES, name)) return null;
  const known = name as FlashName;
  return { text: textOf?.(known) ?? FLASH_MESSAGES[known], link: FLASH_LINKS[known], kind: known === "repeated" ? "plain" : "good" };
}

/** Returns a path with the name of a message. */
export function withFlash(path: string, name: FlashName | undefined): string {
  return name === undefined ? path : withParameters(path, [[FLASH, name]]);
}

/** Returns the name of the message in a URL, and the URL without it: a message is shown once, so no link repeats it. */
export function takeFlash(address: string): { url: URL; name: string | null } {
  const url = new URL(address);
  const name = url.searchParams.get(FLASH);
  // Deleting a parameter writes all others anew.
  if (name !== null) url.searchParams.delete(FLASH);
  return { url, name };
}
