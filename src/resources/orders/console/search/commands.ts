import { foldCase } from "../../../../platform/values/fold-case";
import type { Permission } from "../../../../console/page";

/** A page that starts something, which the palette finds by the words of its label. */
export interface Command {
  label: string;
  path: `/${string}`;
  /** What the page needs. */
  permissions: readonly Permission[];
}

const COMMANDS: readonly Command[] = [
  { label: "Create order", path: "/orders/new", permissions: ["write"] },
  { label: "Import orders", path: "/import", permissions: ["write"] },
  { label: "Orders ready to send to suppliers", path: "/orders?ready=true", permissions: ["read"] },
  { label: "Upload design files", path: "/files", permissions: ["write"] },
  { label: "Create ticket", path: "/tickets/new", permissions: ["write"] },
  { label: "Templates of replies", path: "/tickets/templates", permissions: ["write"] },
  { label: "Create product", path: "/products/new", permissions: ["write"] },
  { label: "Unmatched SKUs", path: "/attention/unmatched", permissions: ["read"] },
  { label: "Create supplier", path: "/suppliers/new", permissions: ["write"] },
  { label: "Create store", path: "/stores/new", permissions: ["write"] },
  { label: "Create expense", path: "/expenses/new", permissions: ["write", "money"] },
  { label: "Orders by profit", path: "/analytics/orders", permissions: ["money"] },
  { label: "Connect a shop", path: "/connections", permissions: ["manage"] },
  { label: "Create webhook endpoint", path: "/webhooks/new", permissions: ["manage"] },
  { label: "Create API token", path: "/settings/api-tokens/new", permissions: ["manage"] },
  { label: "Create API key", path: "/settings/api-keys/new", permissions: ["manage"] },
  { label: "Invite member", path: "/settings/members/new", permissions: ["manage"] },
];

/** A shorter text is the beginning of a word of most labels. */
const MIN_LENGTH = 2;

/** The commands in whose labels each word of a text begins a word. */
export function commandsFor(text: string): Command[] {
  if (text.length < MIN_LENGTH) return [];
  const beginnings = foldCase(text).split(/\s+/);
  return COMMANDS.filter(({ label }) => {
    const words = foldCase(label).split(" ");
    return beginnings.every((beginning) => words.some((word) => word.startsWith(beginning)));
  });
}
