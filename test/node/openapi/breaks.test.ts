import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { breakingChanges, type Document } from "../../../cli/check/openapi/document-breaks.ts";

const text = readFileSync("openapi/v2.json", "utf8");
const readDocument = () => JSON.parse(text) as Document;

/** A part of a document, by its path; it must be there. */
// oxlint-disable-next-line typescript/no-explicit-any -- a part may be anything: each test knows what it changes
function partOf(document: Document, ...path: string[]): any {
  // oxlint-disable-next-line typescript/no-explicit-any -- the shape depends on the path
  const found = path.reduce<any>((part, key) => part?.[key], document);
  if (found === undefined) throw new Error(`There is no ${path.join(" > ")}.`);
  return found;
}

const schema = (document: Document, name: string) => partOf(document, "components", "schemas", name);
const orders = ["paths", "/api/v2/orders", "get"];

describe("a change that breaks callers", () => {
  it.each<[string, (document: Document) => void, string]>([
    ["a removed path", (document) => delete document.paths?.["/api/v2/orders"], "GET /api/v2/orders: is gone"],
    ["a removed method", (document) => delete document.paths?.["/api/v2/orders/{id}"]?.["patch"], "PATCH /api/v2/orders/{id}: is gone"],
    [
      "another operation id",
      (document) => (partOf(document, ...orders).operationId = "x"),
      "GET /api/v2/orders: operationId is x, was listOrdersV2",
    ],
    [
      "another scope",
      (document) => (partOf(document, ...orders).security = [{ credential: ["tickets:read"] }]),
      'GET /api/v2/orders: wants [{"credential":["tickets:read"]}], wanted [{"credential":["orders:read"]}]',
    ],
    ["a removed parameter", (document) => void partOf(document, ...orders, "parameters").shift(), "GET /api/v2/orders query q: is gone"],
    [
      "a parameter that is now required",
      (document) => (partOf(document, ...orders, "parameters", "0").required = true),
      "GET /api/v2/orders query q: is required now",
    ],
    [
      "a stricter bound",
      (document) => (partOf(document, ...orders, "parameters", "0", "schema")["maxLength"] = 10),
      "GET /api/v2/orders query q: maxLength is stricter",
    ],
    [
      "a value that is no longer accepted",
      (document) => schema(document, "NewStore").properties["platform"]?.enum?.pop(),
      "body.platform: no longer takes other",
    ],
    [
      "a field that is no longer accepted",
      (document) => delete schema(document, "NewTicket").properties["channel"],
      "body.channel: is gone",
    ],
    ["a field that is now required", (document) => schema(document, "NewTicket").required.push("channel"), "body.channel: is required now"],
    [
      "a type that is no longer accepted",
      (document) => (schema(document, "NewTicket").properties["channel"] = { type: "string" }),
      "body.channel: takes less than before",
    ],
    ["a field that is no longer returned", (document) => delete schema(document, "OrderV2").properties["currency"], ".currency: is gone"],
    ["a field that may now be missing", (document) => void schema(document, "OrderV2").required.shift(), ".id: may be missing now"],
    [
      "a field that may now be null",
      (document) => (schema(document, "OrderV2").properties["currency"] = { anyOf: [{ type: "string" }, { type: "null" }] }),
      ".currency: may be what it was not before",
    ],
    [
      "a field of another type",
      (document) => (schema(document, "OrderV2").properties["currency"] = { type: "integer" }),
      ".currency: may be integer now",
    ],
    [
      "a removed status",
      (document) => delete partOf(document, "paths", "/api/v2/orders", "post", "responses")["201"],
      "POST /api/v2/orders 201: is gone",
    ],
    [
      "a lower bound of 0",
      (document) => (schema(document, "IncomingOrder").properties["subtotal"].minimum = 0),
      ".subtotal: minimum is stricter",
    ],
    [
      "a body that no longer accepts other fields",
      (document) => (schema(document, "NewTicket").additionalProperties = false),
      "body: takes no other fields now",
    ],
    [
      "another constant",
      (document) => (schema(document, "OrderCreatedEvent").properties["event"].const = "order.made"),
      '.event: is no longer "order.created"',
    ],
    [
      "a removed header",
      (document) => delete partOf(document, ...orders, "responses", "200", "headers")["RateLimit"],
      "200 RateLimit: is gone",
    ],
    [
      "another kind of credential",
      (document) => (partOf(document, "components", "securitySchemes", "credential").scheme = "basic"),
      "credential: another scheme",
    ],
    ["a removed event", (document) => delete document.webhooks?.["order.created"], "POST order.created: is gone"],
    [
      "a removed field of an event",
      (document) => delete schema(document, "OrderCreatedEvent").properties["store_id"],
      ".store_id: is gone",
    ],
  ])("%s", (_name, change, expected) => {
    const changed = readDocument();
    change(changed);
    expect(breakingChanges(readDocument(), changed)).toContainEqual(expect.stringContaining(expected));
  });
});

describe("a change that breaks no caller", () => {
  it.each<[string, (document: Document) => void]>([
    ["a new operation", (document) => Object.assign(document.paths ?? {}, { "/api/v2/new": partOf(document, "paths", "/api/v2/orders") })],
    [
      "a new parameter",
      (document) => void partOf(document, ...orders, "parameters").push({ in: "query", name: "new", schema: { type: "string" } }),
    ],
    ["a looser bound", (document) => (partOf(document, ...orders, "parameters", "0", "schema")["maxLength"] = 500)],
    ["a new field of a body", (document) => (schema(document, "NewTicket").properties["new"] = { type: "string" })],
    ["a new field of a response", (document) => (schema(document, "OrderV2").properties["new"] = { type: "string" })],
    ["a new value in a response", (document) => schema(document, "Ticket").properties["status"]?.enum?.push("new")],
    ["a new event", (document) => Object.assign(document.webhooks ?? {}, { "order.new": partOf(document, "webhooks", "order.created") })],
    ["an error that no longer occurs", (document) => delete partOf(document, ...orders, "responses")["400"]],
  ])("%s", (_name, change) => {
    const changed = readDocument();
    change(changed);
    expect(changed).not.toEqual(readDocument());
    expect(breakingChanges(readDocument(), changed)).toEqual([]);
  });

  it("no change", () => {
    expect(breakingChanges(readDocument(), readDocument())).toEqual([]);
  });
});
