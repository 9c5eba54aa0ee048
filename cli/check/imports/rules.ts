/** An import of one file of src, or of a package, by another file of src. Paths begin below src. */
export interface Import {
  from: string;
  to: string;
  /** Whether only types are imported. */
  isType: boolean;
}

interface Rule {
  message: string;
  breaks: (one: Import) => boolean;
}

/** The floors, from the lowest one. A file imports from its own floor and from lower ones. */
export const FLOORS = ["platform", "accounts", "console", "public", "resources", "tenants", "entrypoints"] as const;

const floorOf = (path: string): number => FLOORS.findIndex((floor) => path.startsWith(`${floor}/`));
const isFile = (path: string): boolean => floorOf(path) !== -1;

/** The resource or the work on organizations that a file belongs to: the first two folders of its path. */
const ownerOf = (path: string): string => path.split("/", 2).join("/");

const isSql = (path: string): boolean => path.endsWith(".sql.ts");
const isStored = (path: string): boolean => isSql(path) || path.endsWith("/table.ts");
/** Endpoints, pages and tools: what knows HTTP. */
const isOutside = (path: string): boolean =>
  /^(?:resources|tenants)\/.*\/(?:(?:v1|v2|console|public)\/|(?:v1|v2|mcp)\.ts$)|^(?:console|public|entrypoints)\//.test(path);
/** The entry points that are neither pages nor tools: the operator's API, the Worker itself, signing in. */
const isOwnEntry = (path: string): boolean => path.startsWith("entrypoints/") && !/^entrypoints\/(?:mcp|console\/home)\//.test(path);
/** What describes input for HTTP, beside the resource that it describes. */
const isContract = (path: string): boolean => /\/(?:filters|[\w-]+-body|contract)\.ts$/.test(path);

export const RULES: readonly Rule[] = [
  {
    message: `a file imports only from its own floor or a lower one (${FLOORS.join(" < ")}).`,
    breaks: ({ from, to }) => floorOf(from) === -1 || (isFile(to) && floorOf(to) > floorOf(from)),
  },
  {
    message: "SQL is written in *.sql.ts and table.ts.",
    breaks: ({ from, to }) => /^drizzle-orm(?:\/|$)/.test(to) && !isStored(from) && !from.startsWith("platform/db/"),
  },
  {
    message: "endpoints, tools and pages call the functions of resources, not their SQL, and know no gate.",
    breaks: ({ from, to, isType }) =>
      isOutside(from) && !isOwnEntry(from) && !isType && isFile(to) && (isStored(to) || /^platform\/(?:db|gate)\//.test(to)),
  },
  {
    message: "another resource's SQL is its own: call what it exports.",
    breaks: ({ from, to, isType }) =>
      to.startsWith("resources/") && isStored(to) && !isType && from.startsWith("resources/") && ownerOf(from) !== ownerOf(to),
  },
  {
    message: "a resource's statements alone name its table.",
    breaks: ({ from, to }) => /^resources\/.*\/table\.ts$/.test(to) && from.startsWith("resources/") && !isStored(from) && !isOutside(from),
  },
  {
    message: "a resource's own files know no HTTP, no gate and no settings, and nothing of what calls them.",
    breaks: ({ from, to }) =>
      (isStored(from) || (/^(?:resources|tenants)\//.test(from) && !isOutside(from) && !isContract(from))) &&
      (/^hono(?:\/|$)|^platform\/(?:http|gate)\/|^platform\/env\.ts$/.test(to) || (isFile(to) && isOutside(to))),
  },
  {
    message: "v1 and v2 share the resource's own files, not each other's; the pages of resources share src/console.",
    breaks: ({ from, to }) =>
      (/\/v1[/.]/.test(from) && /\/v2[/.]/.test(to)) ||
      (/\/v2[/.]/.test(from) && /\/v1[/.]/.test(to)) ||
      (/^resources\/[\w-]+\/console\//.test(from) && /^resources\/[\w-]+\/console\//.test(to) && ownerOf(from) !== ownerOf(to)),
  },
];

interface Exception {
  /** The beginnings of both paths. */
  from: string;
  to: string;
  reason: string;
}

const JOINED = "The store of a row is part of its list, its filters and its foreign key.";
const RECORDED = "Events are part of the batch of the write that they tell of.";
const NAMED = "A link to an order, or a store's platform, looks the same on every page.";
const RUN = "Queues and crons run it, and hand it the settings.";
const RECEIVER = "Shops and carriers call it: it is an endpoint of its own kind.";
const SENT = "What is sent to a shop is logged and limited as deliveries of webhooks are.";
const INGESTED = "A connection delivers orders of v2.";

export const EXCEPTIONS: readonly Exception[] = [
  { from: "console/member-principal.ts", to: "accounts/sign-in/sessions.sql.ts", reason: "It finds the member behind a session." },
  { from: "resources/", to: "resources/stores/lookup.sql.ts", reason: JOINED },
  { from: "resources/", to: "resources/stores/table.ts", reason: JOINED },
  {
    from: "resources/",
    to: "resources/suppliers/lookup.sql.ts",
    reason: "The texts of items refer to suppliers, in filters and in what items lack.",
  },
  {
    from: "resources/supplier-orders/",
    to: "resources/orders/",
    reason: "A supplier order is made of items, whose statuses and history it changes in one batch.",
  },
  { from: "resources/supplier-orders/", to: "resources/suppliers/", reason: "It is an order to a supplier, and read with it." },
  {
    from: "resources/proofs/",
    to: "resources/orders/",
    reason: "A proof is of an item of an order, whose history it is part of.",
  },
  { from: "resources/proofs/", to: "resources/files/", reason: "A proof is a file, and read with it." },
  { from: "resources/files/", to: "resources/proofs/of-file.sql.ts", reason: "A file is removed with the proofs that it was." },
  { from: "resources/tickets/table.ts", to: "resources/orders/table.ts", reason: "A ticket refers to its order." },
  {
    from: "resources/orders/read-order.ts",
    to: "resources/tickets/list.sql.ts",
    reason: "An order is read with its tickets, in one round trip.",
  },
  {
    from: "resources/tickets/commands.ts",
    to: "resources/orders/history/records.sql.ts",
    reason: "A ticket is part of its order's history.",
  },
  { from: "resources/files/table.ts", to: "resources/orders/", reason: "A file refers to its order, and a design to its item." },
  {
    from: "resources/files/write.sql.ts",
    to: "resources/orders/history/records.sql.ts",
    reason: "A new design is part of its order's history.",
  },
  { from: "resources/", to: "resources/events/write.sql.ts", reason: RECORDED },
  {
    from: "resources/webhooks/deliveries/purge.sql.ts",
    to: "resources/events/feed.sql.ts",
    reason: "Events and deliveries are kept equally long.",
  },
  { from: "resources/connections/", to: "resources/webhooks/", reason: SENT },
  { from: "resources/connections/source-fulfillments.ts", to: "resources/orders/fulfillments/source.sql.ts", reason: INGESTED },
  { from: "resources/connections/", to: "resources/orders/ingest/v2/", reason: INGESTED },
  { from: "resources/connections/", to: "hono", reason: RECEIVER },
  { from: "resources/connections/", to: "platform/http/", reason: RECEIVER },
  { from: "resources/connections/", to: "platform/gate/rate-window.ts", reason: RECEIVER },
  { from: "resources/connections/", to: "platform/env.ts", reason: RUN },
  { from: "resources/webhooks/", to: "platform/env.ts", reason: RUN },
  { from: "tenants/", to: "platform/env.ts", reason: RUN },
  {
    from: "tenants/personal-data/erasure.ts",
    to: "platform/http/gate-client.ts",
    reason: "Gates store responses, which may mention the person.",
  },
  { from: "tenants/personal-data/search-cursor.ts", to: "platform/http/input/cursor.ts", reason: "A search goes on in the next request." },
  { from: "resources/", to: "resources/stores/console/", reason: NAMED },
  { from: "resources/", to: "resources/orders/console/order-name.ts", reason: NAMED },
  { from: "resources/orders/console/", to: "resources/proofs/console/proof-labels.ts", reason: NAMED },
  { from: "resources/orders/console/", to: "resources/supplier-orders/console/state-labels.ts", reason: NAMED },
  { from: "resources/orders/console/", to: "resources/supplier-orders/console/due-day.tsx", reason: NAMED },
  {
    from: "resources/connections/console/",
    to: "resources/orders/console/field-labels.ts",
    reason: "The fields of an item have the same labels on every page.",
  },
];
