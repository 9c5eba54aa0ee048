import type * as lucide from "lucide-static";

/** The console's icons by what they stand for, with their names in Lucide. The build makes one file of them (cli/docs/console-files.ts). */
export const ICONS = {
  analytics: "ChartColumn",
  attention: "TriangleAlert",
  audit: "ScrollText",
  back: "ArrowLeft",
  connections: "Cable",
  copy: "Copy",
  customer: "UserRound",
  edit: "Pencil",
  expenses: "Receipt",
  export: "Download",
  external: "ExternalLink",
  home: "House",
  import: "Upload",
  keyboard: "Keyboard",
  keys: "KeyRound",
  members: "Users",
  menu: "Menu",
  more: "Ellipsis",
  orders: "Inbox",
  organization: "Building2",
  personal: "ShieldUser",
  plus: "Plus",
  print: "Printer",
  products: "Package",
  search: "Search",
  settings: "Settings",
  ship: "Truck",
  signOut: "LogOut",
  stores: "Store",
  tag: "Tag",
  tickets: "Ticket",
  webhooks: "Webhook",
} as const satisfies Record<string, keyof typeof lucide>;

export type IconName = keyof typeof ICONS;
