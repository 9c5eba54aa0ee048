import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type ApiDocument, METHODS, readDocument } from "../../../cli/collection/document.ts";
import { bodyExample } from "../../../cli/collection/example.ts";
import { COLLECTION_PATH, generateCollection } from "../../../cli/collection/generate.ts";
import type { Collection, Item } from "../../../cli/collection/postman.ts";
import { requestItem } from "../../../cli/collection/request-item.ts";

const committed = readFileSync(COLLECTION_PATH, "utf8");
const collection = JSON.parse(committed) as Collection;
const requests = collection.item.flatMap((surface) => surface.item.flatMap((folder) => ("item" in folder ? (folder.item as Item[]) : [])));
const documents = ["openapi/v1.json", "openapi/v2.json"].map(readDocument);

it("is what `npm run collections` makes of the documents, to the byte", () => {
  expect(committed).toBe(generateCollection());
});

it("has each operation once, under its surface's credential", () => {
  const operations = documents.flatMap(({ paths }) =>
    Object.entries(paths).flatMap(([path, methods]) =>
      METHODS.filter((method) => methods[method]).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ":$1")}`),
    ),
  );
  const made = requests.map(({ request }) => `${request.method} /${request.url.path.join("/")}`);
  expect(made.toSorted()).toEqual(operations.toSorted());
  expect(collection.item.map(({ auth }) => auth)).toMatchObject([
    { type: "apikey", apikey: [{ value: "x-api-key" }, { value: "{{apiKey}}" }, { value: "header" }] },
    { type: "bearer", bearer: [{ value: "{{apiToken}}" }] },
  ]);
});

it("names no variable that it has not, and sends no key twice", () => {
  const known = new Set(collection.variable.map(({ key }) => key));
  const named = [...committed.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => name);
  expect(named.filter((name) => !known.has(name))).toEqual([]);
  const keys = requests.flatMap(({ request }) => request.header.filter(({ key }) => key === "Idempotency-Key"));
  expect(keys.length).toBeGreaterThan(20);
  for (const key of keys) expect(key).toMatchObject({ value: "{{$guid}}" });
  expect(keys.some(({ disabled }) => disabled)).toBe(false);
});

it("has a body for each write that needs one, and an answer for each success", () => {
  for (const { name, request, response } of requests) {
    for (const text of [request.body?.raw ?? "{}", ...response.map(({ body }) => body)])
      expect(() => JSON.parse(text) as unknown, name).not.toThrow();
    if (["POST", "PUT", "PATCH"].includes(request.method) && request.header.some(({ key }) => key === "Content-Type")) {
      expect(request.body?.raw, name).toMatch(/^[{[]/);
    }
  }
  expect(requests.filter(({ response }) => response.length > 0).length).toBe(requests.length);
});

it("takes a document's example, a named one, or makes one of the schema", () => {
  const document: ApiDocument = {
    info: { title: "T", version: "1" },
    paths: {},
    components: {
      securitySchemes: { credential: { type: "http", scheme: "bearer" } },
      schemas: {
        Order: {
          type: "object",
          required: ["id", "status", "lines", "at", "note"],
          properties: {
            id: { type: "integer", minimum: 5 },
            status: { enum: ["New", "Shipped"] },
            lines: { type: "array", items: { anyOf: [{ type: "null" }, { type: "object", properties: { sku: { example: "MUG" } } }] } },
            at: { type: "string", format: "date-time" },
            note: { type: ["string", "null"] },
            left: { type: "string" },
          },
        },
      },
    },
  };
  const schema = { $ref: "#/components/schemas/Order" };
  const made = { id: 5, status: "New", lines: [{ sku: "MUG" }], at: "2026-11-21T09:00:00Z", note: "text" };
  expect(bodyExample(document, { schema })).toEqual(made);
  expect(bodyExample(document, { schema, example: { own: 1 } })).toEqual({ own: 1 });
  expect(bodyExample(document, { schema, examples: { first: { value: 1 }, second: { value: 2 } } })).toBe(1);
  const { item, ids } = requestItem(document, "/api/v2/order-items/{id}/notes", "post", {
    operationId: "addNote",
    security: [],
    parameters: [
      { in: "path", name: "id", required: true, schema: { type: "integer" } },
      { in: "query", name: "day", required: true, schema: { example: "Mon & Tue" } },
      { in: "header", name: "If-Match", schema: { type: "string" } },
    ],
    requestBody: { content: { "application/json": { schema } } },
    responses: { "201": { description: "Created." } },
  });
  expect(item.request).toMatchObject({
    auth: { type: "noauth" },
    url: { raw: "{{baseUrl}}/api/v2/order-items/:id/notes?day=Mon%20%26%20Tue", variable: [{ key: "id", value: "{{orderItemId}}" }] },
    header: [{ key: "Content-Type" }, { key: "If-Match", disabled: true }],
    body: { raw: JSON.stringify(made, null, 2) },
  });
  expect(item.event?.[0]?.script.exec.join("")).toContain('"noteId"');
  expect(ids).toEqual([{ key: "orderItemId", value: "1" }]);
});
