import { type ApiDocument, METHODS, readDocument, type SecurityScheme } from "./document.ts";
import { type Auth, type Collection, type Folder, type Item, pretty, type Variable } from "./postman.ts";
import { requestItem } from "./request-item.ts";

/** Where the collection is committed. */
export const COLLECTION_PATH = "collections/order-operations.postman_collection.json";

const SURFACES = [
  { path: "openapi/v1.json", credential: "{{apiKey}}" },
  { path: "openapi/v2.json", credential: "{{apiToken}}" },
];

const DESCRIPTION = `Both surfaces of the order-operations API, made from its OpenAPI documents by \`npm run collections\`.

Set the variables \`baseUrl\`, \`apiKey\` (Public V1) and \`apiToken\` (v2); \`npm run dev\` prints all three. An id in a path is a variable
as well; creating an order, a product, an endpoint and the like sets it to the new one's.

Writes send \`{{$guid}}\` as their Idempotency-Key, a new one at each sending. To try a retry, write a key of your own twice.`;

/** The collection of both documents, as the text of its file: the same documents give the same bytes. */
export function generateCollection(): string {
  const ids = new Map<string, Variable>();
  const surfaces = SURFACES.map(({ path, credential }) => surface(readDocument(path), credential, ids));
  const collection: Collection = {
    info: {
      name: "Order Operations",
      description: DESCRIPTION,
      schema: "https://schema.getpostman.com/json/collection/v2.1.0/collection.json",
    },
    item: surfaces,
    variable: [
      { key: "baseUrl", value: "http://127.0.0.1:8787" },
      { key: "apiKey", value: "", description: "ak_live_…" },
      { key: "apiToken", value: "", description: "sk_live_…" },
      ...ids.values(),
    ],
  };
  return `${pretty(collection)}\n`;
}

/** A folder for the document, in it one for each tag, in the order of the document. Adds the ids that its paths have. */
function surface(document: ApiDocument, credential: string, ids: Map<string, Variable>): Folder {
  const described = new Map((document.tags ?? []).map(({ name, description }) => [name, description]));
  const items = new Map<string, Item[]>([...described.keys()].map((name) => [name, []]));
  for (const [path, operations] of Object.entries(document.paths)) {
    for (const method of METHODS) {
      const operation = operations[method];
      if (operation === undefined) continue;
      const { item, ids: used } = requestItem(document, path, method, operation);
      const tag = operation.tags?.[0] ?? "Other";
      items.set(tag, [...(items.get(tag) ?? []), item]);
      for (const variable of used) if (!ids.has(variable.key)) ids.set(variable.key, variable);
    }
  }
  const folders = [...items].filter(([, list]) => list.length > 0);
  return {
    name: document.info.title,
    ...(document.info.description !== undefined && { description: document.info.description }),
    item: folders.map(([name, list]) => {
      const description = described.get(name);
      return { name, ...(description !== undefined && { description }), item: list };
    }),
    auth: auth(document.components.securitySchemes.credential, credential),
  };
}

function auth(scheme: SecurityScheme, credential: string): Auth {
  if (scheme.type === "http") return { type: "bearer", bearer: [{ key: "token", value: credential, type: "string" }] };
  const apikey = [
    { key: "key" as const, value: scheme.name, type: "string" as const },
    { key: "value" as const, value: credential, type: "string" as const },
    { key: "in" as const, value: scheme.in, type: "string" as const },
  ];
  return { type: "apikey", apikey };
}
