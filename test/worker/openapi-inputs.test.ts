import { type Schema, Validator } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, orderBody, call, idempotencyKey, type Shop, ingestOrder } from "../kit/client";

/**
 * The documents list the canonical spelling of each input. The server accepts and rejects the same values, except for other spellings of
 * them (docs/spec/requests.md#spellings), which each case lists separately.
 */

interface Parameter {
  in: string;
  name: string;
  required?: boolean;
  schema: Schema;
}

interface Operation {
  parameters?: Parameter[];
  requestBody?: { content: { "application/json": { schema: Schema } } };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

let shop: Shop;
let ids: { order: number; webhook: string };
const documents = new Map<string, Document>();

beforeAll(async () => {
  shop = await createShop();
  const webhook = await shop.v2("/webhooks", { body: { url: "https://receiver.example.com/", events: ["order.created"] } });
  ids = { order: (await ingestOrder(shop)).id, webhook: webhook.body.id };
  for (const path of ["/openapi.json", "/api/v2/openapi.json"]) documents.set(path, (await call(path)).body as Document);
});

const documentOf = (path: string): Document => {
  const document = documents.get(path.startsWith("/api/v2/") ? "/api/v2/openapi.json" : "/openapi.json");
  if (document === undefined) throw new Error("The documents are read before the tests.");
  return document;
};

const operationOf = (method: string, path: string): Operation => {
  const operation = documentOf(path).paths[path]?.[method.toLowerCase()];
  if (operation === undefined) throw new Error(`${method} ${path} is not documented.`);
  return operation;
};

const parameterOf = (method: string, path: string, name: string): Parameter => {
  const found = operationOf(method, path).parameters?.find((parameter) => parameter.name === name);
  if (found === undefined) throw new Error(`${method} ${path} has no parameter ${name}.`);
  return found;
};

/** Whether the document accepts a value. */
const takes = (path: string, schema: Schema, value: unknown): boolean =>
  new Validator({ ...schema, components: documentOf(path).components }, "2020-12").validate(value).valid;

/** The text of a parameter as the value that its schema describes. */
const valueOf = ({ schema }: Parameter, text: string): unknown => {
  if (schema.type === "array") return text.split(",");
  return schema.type === "integer" ? Number(text) : text;
};

const send = async (
  method: string,
  path: string,
  options: { query?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<ApiResponse> => {
  const credential: Record<string, string> = path.startsWith("/api/v2/")
    ? { Authorization: `Bearer ${shop.token.secret}` }
    : { "x-api-key": shop.key.secret };
  const filled = path.replace(/webhooks\/\{id\}/, `webhooks/${ids.webhook}`).replace("{id}", String(ids.order));
  return await call(`${filled}?${options.query ?? ""}`, {
    method,
    headers: { ...credential, ...idempotencyKey(), ...options.headers },
    ...(options.body !== undefined && { body: options.body }),
  });
};

const pathsOf = (response: ApiResponse): string[] => (response.body.error?.details ?? []).map((detail: { path?: string }) => detail.path);

describe("a parameter", () => {
  const SORTED = ["name:up", "date:asc:desc", "cost"];
  const MOMENTS = ["yesterday", "2026-13-01", "2026-01-01T25:00Z", "1960-01-01"];
  it.each<[path: string, name: string, rejected: string[], taken: string[], spelled?: string[]]>([
    ["/orders", "status", ["nope"], ["New", "In Production"], ["new", "IN_PRODUCTION", " in-production "]],
    [
      "/orders",
      "created_after",
      MOMENTS,
      ["2026-01-01", "2026-01-01T10:00", "2026-01-01T10:00:00.5+02:00"],
      ["2026-01-01 10:00:00.5+0200", "2026-01-01t10:00:00z", " 2026-01-01 "],
    ],
    ["/orders", "updated_after", MOMENTS, ["2026-01-01T10:00:00Z"]],
    ["/orders", "timezone", ["+02:00", "Mars base"], ["Europe/Berlin", "UTC"]],
    ["/orders", "sort", SORTED, ["date:asc", "totalAmount:desc"], ["date", "createdAt : ASC", "created_at:desc"]],
    ["/orders", "include", ["secrets", "status;version"], ["version", "status,version"], ["status, version"]],
    ["/orders", "page", ["0", "100001"], ["1"]],
    ["/orderItems", "sort_by", ["cost"], ["orderDate"], ["order_date", "date"]],
    ["/orderItems", "sort_dir", ["up"], ["asc", "desc"], ["ASC"]],
    ["/orderItems", "sort", SORTED, ["orderDate:asc"], ["orderDate:ASC", "order_date"]],
    ["/orderItems", "date_from", ["2026-02-30", "01.02.2026"], ["2026-02-28"]],
    ["/products", "updated_after", MOMENTS, ["2026-01-01"]],
    ["/products", "sort", SORTED, ["title:asc"], ["title:Asc", "updatedAt"]],
    ["/expenses", "currency", ["EURO", "1"], ["USD"], ["eur"]],
    ["/expenses", "sort", SORTED, ["amount:asc"]],
    ["/api/v2/orders", "status", ["nope"], ["Pending Cost"], ["pending_cost"]],
    ["/api/v2/orders", "cursor", ["nonsense", "a b.c"], []],
    ["/api/v2/events", "after", ["nonsense"], []],
    ["/api/v2/events", "cursor", ["???"], []],
    ["/api/v2/webhooks/{id}/deliveries", "since", ["soon"], ["2026-01-01"]],
    ["/api/v2/webhooks/{id}/deliveries", "cursor", ["nonsense"], []],
    ["/api/v2/stores", "platform", ["ebayy"], ["tiktok_shop"], ["EBAY"]],
    ["/api/v2/stores", "cursor", ["nonsense"], []],
    ["/api/v2/tickets", "status", ["lost"], ["open"], ["Open"]],
    ["/api/v2/tickets", "priority", ["none"], ["urgent"], ["URGENT"]],
    ["/api/v2/tickets", "sort", SORTED, ["updated_at:asc"]],
    ["/api/v2/tickets", "order_id", ["9007199254740993"], ["1"]],
    ["/api/v2/analytics/summary", "currency", ["EURO"], ["EUR"], ["eur"]],
    ["/api/v2/analytics/summary", "timezone", ["+02:00"], ["Asia/Ho_Chi_Minh"]],
    // The spellings of other names are not documented, so they must be exact.
    ["/api/v2/analytics/summary", "period", ["LAST_7_DAYS"], ["last_7_days"]],
  ])(
    "of GET %s is accepted and rejected as documented, and accepted in other spellings: %s",
    async (path, name, rejected, taken, spelled = []) => {
      const parameter = parameterOf("GET", path, name);
      for (const text of rejected) {
        const response = await send("GET", path, { query: `${name}=${encodeURIComponent(text)}` });
        expect({ text, status: response.status, paths: pathsOf(response) }).toEqual({ text, status: 400, paths: [name] });
        expect({ text, takes: takes(path, parameter.schema, valueOf(parameter, text)) }).toEqual({ text, takes: false });
      }
      for (const text of [...taken, ...spelled]) {
        const response = await send("GET", path, { query: `${name}=${encodeURIComponent(text)}` });
        expect({ text, status: response.status }).toEqual({ text, status: 200 });
        expect({ text, takes: takes(path, parameter.schema, valueOf(parameter, text)) }).toEqual({ text, takes: taken.includes(text) });
      }
    },
  );

  it("with a list of names can also be repeated, as clients do that ignore the documented style", async () => {
    const responses = await Promise.all(
      ["include=status,number", "include=status&include=number"].map((query) => send("GET", "/orders", { query })),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(responses[0]?.body.data).toEqual(responses[1]?.body.data);
    expect(responses[0]?.body.data[0]).toMatchObject({ status: "New", number: null });
    const unknown = await send("GET", "/orders", { query: "include=status&include=secrets" });
    expect({ status: unknown.status, paths: pathsOf(unknown) }).toEqual({ status: 400, paths: ["include"] });
  });

  it("of a path: an id is at most the largest integer of JSON", async () => {
    const { schema } = parameterOf("GET", "/orders/{id}", "id");
    expect([0, 1, 2 ** 53 - 1, 2 ** 53].filter((id) => takes("/orders", schema, id))).toEqual([1, 2 ** 53 - 1]);
    expect((await shop.v1(`/orders/${2 ** 53 - 1}`)).status).toBe(404);
    expect((await shop.v1(`/orders/${2 ** 53}`)).status).toBe(400);
  });

  it("of a header: an Idempotency-Key is printable ASCII, and not blank", async () => {
    const path = "/api/v2/orders";
    const { schema } = parameterOf("POST", path, "Idempotency-Key");
    for (const key of ["k\u00e9y", " ", "tab\there"]) {
      const response = await send("POST", path, { body: orderBody(), headers: { "Idempotency-Key": key } });
      expect({ key, status: response.status, takes: takes(path, schema, key) }).toEqual({ key, status: 400, takes: false });
    }
    const key = "order 1001, second try";
    const response = await send("POST", path, { body: orderBody(), headers: { "Idempotency-Key": key } });
    expect({ status: response.status, takes: takes(path, schema, key) }).toEqual({ status: 201, takes: true });
  });

  it("confirm is required for deleting a webhook endpoint", async () => {
    const path = "/api/v2/webhooks/{id}";
    expect(parameterOf("DELETE", path, "confirm").required).toBe(true);
    const response = await send("DELETE", path);
    expect({ status: response.status, details: response.body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "confirm", code: "not_confirmed" })],
    });
  });
});

describe("a field of a body", () => {
  const AMOUNTS = [1e12, -1e12];
  const expense = { category: "other", amount: 1, date: "2026-01-01" };
  const item = (fields: object) => orderBody({ items: [{ name: "Mug", price: 1, ...fields }] });
  const SPENT = (fields: object) => ({ ...expense, ...fields });

  // oxlint-disable-next-line typescript/no-explicit-any -- each function makes the body of its own case
  type Body = (fields: any) => object;
  it.each<[method: string, path: string, name: string, bodyWith: Body, rejected: unknown[], taken: unknown[], spelled?: unknown[]]>([
    ["POST", "/api/v2/orders", "store", orderBody, ["", "  ", 0], ["gift", " Gift shop "]],
    ["POST", "/api/v2/orders", "external_id", orderBody, ["", " "], [null, "1001"]],
    ["POST", "/api/v2/orders", "date", orderBody, ["last week", "2026-13-01", "1960-01-01"], ["2026-01-01", "2026-01-01T10:00:00+07:00"]],
    ["POST", "/api/v2/orders", "currency", orderBody, ["EURO", ""], ["EUR"], ["eur"]],
    ["POST", "/api/v2/orders", "status", orderBody, ["lost"], ["New"], ["new", "IN-PRODUCTION"]],
    ["POST", "/api/v2/orders", "subtotal", orderBody, AMOUNTS, [9.99, 4.1, 0.0001, 123_456_789.1234, -5]],
    ["POST", "/api/v2/orders", "refund_amount", orderBody, AMOUNTS, [null, 0.3]],
    ["POST", "/api/v2/orders", "items[0].price", item, AMOUNTS, [19.95, 1.1]],
    ["POST", "/api/v2/orders", "items[0].cost", item, AMOUNTS, [null, 4.35]],
    ["POST", "/api/v2/orders", "items[0].name", item, ["", " "], ["Mug"]],
    ["POST", "/api/v2/orders", "items[0].status", item, ["", " "], ["in production", "engraving"]],
    ["POST", "/api/v2/orders", "items[0].external_id", item, ["", " "], [null, "1"]],
    ["PATCH", "/api/v2/orders/{id}", "tax", (fields: object) => fields, AMOUNTS, [0.07]],
    ["PATCH", "/api/v2/orders/{id}", "date", (fields: object) => fields, ["soon"], ["2026-01-01"]],
    ["POST", "/api/v2/orders/{id}/status", "status", (fields: object) => fields, ["lost", ""], ["New"], ["new"]],
    ["POST", "/api/v2/orders/{id}/status", "reason", (fields: object) => ({ status: "New", ...fields }), ["", " "], [null, "agreed"]],
    [
      "POST",
      "/api/v2/orders/{id}/fulfillments",
      "status",
      (fields: object) => fields,
      ["gone", ""],
      ["in_transit"],
      ["In Transit", "IN-TRANSIT"],
    ],
    ["POST", "/api/v2/orders/{id}/fulfillments", "tracking_url", (fields: object) => fields, ["javascript:alert(1)"], []],
    ["POST", "/api/v2/orders/{id}/fulfillments", "shipped_at", (fields: object) => fields, ["soon", ""], []],
    ["POST", "/api/v2/stores", "name", (fields: object) => ({ platform: "custom", ...fields }), ["", " "], ["Another shop"]],
    [
      "POST",
      "/api/v2/stores",
      "currency",
      (fields: object) => ({ platform: "custom", name: "Third", ...fields }),
      ["EURO"],
      ["VND"],
      ["vnd"],
    ],
    ["POST", "/api/v2/tickets", "subject", (fields: object) => ({ body: "x", ...fields }), ["", " "], ["Late"]],
    ["POST", "/api/v2/tickets", "status", (fields: object) => ({ subject: "x", body: "x", ...fields }), ["lost"], ["open"], ["OPEN"]],
    ["POST", "/api/v2/tickets", "order_id", (fields: object) => ({ subject: "x", body: "x", ...fields }), [0, 2 ** 53], [null]],
    ["POST", "/api/v2/webhooks", "url", (fields: object) => ({ events: ["order.created"], ...fields }), ["ftp://a.example/", "a", ""], []],
    ["POST", "/api/v2/webhooks/{id}/recover", "since", (fields: object) => fields, ["soon"], ["2026-01-01"]],
    ["POST", "/orders/{id}/notes", "content", (fields: object) => fields, ["", " "], ["Call back"]],
    ["POST", "/products", "title", (fields: object) => fields, ["", " "], ["Mug"]],
    ["POST", "/products", "price", (fields: object) => ({ title: "Mug", ...fields }), AMOUNTS, [12.5]],
    ["POST", "/expenses", "amount", SPENT, [-1, ...AMOUNTS], [0, 99.95]],
    ["POST", "/expenses", "base_amount", SPENT, [-1, ...AMOUNTS], [null, 10.1]],
    ["POST", "/expenses", "bhxh_rate", SPENT, [-1, 101], [8.5]],
    ["POST", "/expenses", "date", SPENT, ["2026-02-30", "today"], ["2026-02-28"]],
    ["POST", "/expenses", "currency", SPENT, ["EURO"], ["USD"], ["usd"]],
    ["POST", "/expenses", "category", SPENT, ["", " "], ["rent"]],
  ])(
    "of %s %s is accepted and rejected as documented, and accepted in other spellings: %s",
    async (method, path, name, bodyWith, rejected, taken, spelled = []) => {
      const schema = operationOf(method, path).requestBody?.content["application/json"].schema ?? {};
      const field = name.replace("items[0].", "");
      for (const value of rejected) {
        const body = bodyWith({ [field]: value });
        const response = await send(method, path, { body });
        expect({ value, status: response.status, paths: pathsOf(response) }).toEqual({ value, status: 400, paths: [name] });
        expect({ value, takes: takes(path, schema, body) }).toEqual({ value, takes: false });
      }
      for (const value of [...taken, ...spelled]) {
        const body = bodyWith({ [field]: value });
        const response = await send(method, path, { body });
        // A valid value can conflict with the order or store that an earlier case has created.
        expect([value, response.status < 300 || response.status === 409, response.text]).toEqual([value, true, expect.anything()]);
        expect({ value, takes: takes(path, schema, body) }).toEqual({ value, takes: taken.includes(value) });
      }
    },
  );
});

it("describes the 4 decimals of an amount in words, because validators that divide binary fractions would reject 4.1", async () => {
  const response = await send("POST", "/expenses", { body: { category: "other", amount: 1.00005, date: "2026-01-01" } });
  expect({ status: response.status, paths: pathsOf(response) }).toEqual({ status: 400, paths: ["amount"] });
  expect(documentOf("/expenses").components.schemas["NewExpense"]?.properties?.["amount"]).toMatchObject({
    description: "At most 4 decimal places.",
  });
  for (const document of documents.values()) expect(JSON.stringify(document)).not.toContain('"multipleOf"');
});
