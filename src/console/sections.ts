import type { IconName } from "./icons";
import type { Permission } from "./page";

/** A section of the console. */
export interface Section {
  path: string;
  name: string;
  /** What one row of its list is called, if a row has a page. */
  one?: string;
  icon: IconName;
  /** The key that opens it after `g`. */
  key?: string;
  /** Default: "read". */
  permission?: Permission;
  /** Whether it is set up once and opened rarely, so that the navigation folds it. */
  rare?: true;
}

/** The navigation. */
export const SECTIONS: readonly { name: string; entries: readonly Section[] }[] = [
  {
    name: "Work",
    entries: [
      { path: "/home", name: "Home", icon: "home", key: "h" },
      { path: "/orders", name: "Orders", one: "Order", icon: "orders", key: "o" },
      { path: "/production", name: "Production", one: "Supplier order", icon: "production", key: "r" },
      { path: "/attention", name: "Needs attention", icon: "attention", key: "n" },
      { path: "/files", name: "Files", one: "File", icon: "files", key: "f" },
      { path: "/tickets", name: "Tickets", one: "Ticket", icon: "tickets", key: "t" },
    ],
  },
  {
    name: "Shop",
    entries: [
      { path: "/products", name: "Products", one: "Product", icon: "products", key: "p" },
      { path: "/suppliers", name: "Suppliers", one: "Supplier", icon: "suppliers", key: "u" },
      { path: "/stores", name: "Stores", one: "Store", icon: "stores", key: "s" },
      { path: "/expenses", name: "Expenses", one: "Expense", icon: "expenses", key: "e", permission: "money" },
      { path: "/analytics", name: "Analytics", icon: "analytics", key: "a", permission: "money" },
    ],
  },
  {
    name: "Settings",
    entries: [
      { path: "/connections", name: "Connections", one: "Connection", icon: "connections", key: "c", permission: "manage" },
      { path: "/webhooks", name: "Webhooks", one: "Webhook endpoint", icon: "webhooks", key: "w", permission: "manage" },
      { path: "/settings/api-tokens", name: "API tokens", one: "API token", icon: "keys", permission: "manage", rare: true },
      { path: "/settings/api-keys", name: "API keys", one: "API key", icon: "keys", permission: "manage", rare: true },
      { path: "/settings/members", name: "Members", one: "Member", icon: "members", permission: "manage", rare: true },
      { path: "/settings/organization", name: "Organization", icon: "organization", permission: "manage", rare: true },
      { path: "/settings/personal-data", name: "Personal data", icon: "personal", permission: "own", rare: true },
      { path: "/settings/export", name: "Export", icon: "export", permission: "own", rare: true },
      { path: "/settings/audit-log", name: "Audit log", icon: "audit", permission: "manage", rare: true },
    ],
  },
];
