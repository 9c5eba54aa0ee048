import { beforeAll, describe, expect, it } from "vitest";
import { type ApiResponse, createShop, type Shop, ingestOrder } from "../../kit/client";
import { type Agent, agentOf, MAX_LIST_LENGTH } from "./agent";

/**
 * Clients pass the schemas of tools to the API of their model, and one unknown keyword makes it reject every call. Gemini has the
 * smallest language, a part of OpenAPI 3.0: one type each, no null, no `const`, `oneOf`, `$ref` or `examples`, and no string format but
 * date-time. OpenAI requires `items` in every array and `properties` in every object. Claude allows no alternatives at the top.
 */

type Schema = Record<string, unknown>;
interface Listed {
  name: string;
  inputSchema: Schema;
  outputSchema: Schema;
}

let shop: Shop;
let all: Agent;
let tools: Listed[];
beforeAll(async () => {
  shop = await createShop();
  all = agentOf(shop.token, "?tools=all");
  tools = (await all.tools()) as Listed[];
});

/** Every schema in a schema, including itself, with its path. */
function* schemasIn(schema: Schema, place: string): Generator<[place: string, schema: Schema]> {
  yield [place, schema];
  const { properties = {}, items, anyOf = [], oneOf = [] } = schema as Record<string, object>;
  for (const [name, inner] of Object.entries(properties)) yield* schemasIn(inner as Schema, `${place}.${name}`);
  if (items !== undefined) yield* schemasIn(items as Schema, `${place}[]`);
  for (const [index, inner] of [...Object.values(anyOf), ...Object.values(oneOf)].entries())
    yield* schemasIn(inner as Schema, `${place}|${index}`);
}

const TYPES = new Set(["string", "number", "integer", "boolean", "array", "object"]);
/** The keywords of all schemas. Those of arguments may also have a default and limits, and those of results alternatives. */
const KEYWORDS = ["type", "description", "enum", "properties", "required", "items", "format"];
const OF_ARGUMENTS = new Set([...KEYWORDS, "default", "minimum", "maximum", "minItems", "maxItems"]);
const OF_RESULTS = new Set([...KEYWORDS, "anyOf"]);

/** The parts of a schema that clients would reject. */
function violationsIn(schema: Schema, keywords: ReadonlySet<string>): string[] {
  const { type, enum: names, items, properties, format, required = [] } = schema as Record<string, unknown> & { required?: string[] };
  // Alternatives have no type of their own.
  const isTypeAccepted = !Array.isArray(type) && ("anyOf" in schema ? type === undefined : TYPES.has(String(type)));
  return [
    ...Object.keys(schema).filter((keyword) => !keywords.has(keyword)),
    ...(isTypeAccepted ? [] : [`type ${JSON.stringify(type)}`]),
    ...(type === "array" && items === undefined ? ["an array without items"] : []),
    ...(type === "object" && properties === undefined ? ["an object without properties"] : []),
    ...(format === undefined || format === "date-time" ? [] : [`format ${JSON.stringify(format)}`]),
    ...(names === undefined || (type === "string" && (names as unknown[]).every((name) => typeof name === "string" && name !== ""))
      ? []
      : ["an enum of other than texts"]),
    ...required.filter((name) => !Object.hasOwn(properties ?? {}, name)).map((name) => `required ${name}`),
  ];
}

describe("the schemas of all tools", () => {
  it("have nothing that a client rejects in an argument", () => {
    for (const { name, inputSchema } of tools) {
      const { additionalProperties, ...schema } = inputSchema;
      expect({ name, additionalProperties }).toEqual({ name, additionalProperties: false });
      for (const [place, inner] of schemasIn(schema, name))
        expect({ place, violations: violationsIn(inner, OF_ARGUMENTS) }).toEqual({ place, violations: [] });
    }
  });

  it("have nothing that a client rejects in a result", () => {
    for (const { name, outputSchema } of tools) {
      for (const [place, inner] of schemasIn(outputSchema, name))
        expect({ place, violations: violationsIn(inner, OF_RESULTS) }).toEqual({ place, violations: [] });
    }
  });

  it("do not say that case is ignored, because a model uses the names that it reads", () => {
    expect(JSON.stringify(tools)).not.toMatch(/case is ignored/i);
  });

  it("describe the format of every day that is an argument, or name the argument whose format it has", () => {
    // Days are recognized by their names.
    const days = tools.flatMap(({ inputSchema }) =>
      [...schemasIn(inputSchema, "")].filter(([place]) => /(_from|_to|_on|_date|\.from|\.to)$/.test(place)),
    );
    expect(days.map(([place]) => place)).toEqual(
      expect.arrayContaining([".date_from", ".due_to", ".from", ".to", ".late_on", ".due_date"]),
    );
    for (const [place, { description }] of days)
      expect({ place, description }).toEqual({ place, description: expect.stringMatching(/YYYY-MM-DD|^As \w+:/) });
  });
});

it(`the default list fits in a model's context: at most ${MAX_LIST_LENGTH} characters`, async () => {
  const { text } = await agentOf(shop.token).request("tools/list");
  expect(text.length).toBeLessThanOrEqual(MAX_LIST_LENGTH);
});

/** A tool, and where the schema of its result has that of a resource. */
interface Description {
  tool: string;
  schemaIn: (outputSchema: ApiResponse["body"]) => Schema;
}
const ORDER: Description = { tool: "get_order", schemaIn: (order) => order };
const ITEM: Description = { tool: "get_order", schemaIn: (order) => order.properties.items.items };
const inListOf = (tool: string): Description => ({ tool, schemaIn: (list) => list.properties.data.items });

/** The tool that describes the result of a write, which the write itself does not repeat. */
const DESCRIBED_BY: Record<string, Description> = {
  set_order_status: ORDER,
  update_order: ORDER,
  set_order_item_status: ITEM,
  update_order_item: ITEM,
  create_fulfillment: inListOf("list_fulfillments"),
  update_fulfillment: inListOf("list_fulfillments"),
  refund_order: inListOf("list_refunds"),
  create_ticket: inListOf("list_tickets"),
  update_ticket: inListOf("list_tickets"),
  add_ticket_message: inListOf("list_ticket_messages"),
  update_supplier_order: { tool: "get_supplier_order", schemaIn: (supplierOrder) => supplierOrder },
};

describe("the result of a write", () => {
  it("is described by the tool that it names", async () => {
    const schemas = new Map(tools.map(({ name, outputSchema }) => [name, outputSchema]));
    const key = () => ({ idempotency_key: crypto.randomUUID() });
    const order = await ingestOrder(shop);
    const item = { order_item_id: order.items[0].id };
    const results: Record<string, ApiResponse["body"]> = {};
    const write = async (name: string, args: Record<string, unknown>) => {
      const { isError, data } = await all.call(name, { ...args, ...key() });
      expect({ name, isError }).toEqual({ name, isError: false });
      results[name] = data.result;
      return data.result;
    };
    await write("set_order_status", { order_id: order.id, status: "In Production" });
    await write("update_order", { order_id: order.id, ship_city: "Bath" });
    await write("update_order_item", { ...item, sku: "MUG-9" });
    await write("set_order_item_status", { ...item, status: "In Production" });
    const { id: fulfillment_id } = await write("create_fulfillment", { order_id: order.id, tracking_number: "1Z" });
    await write("update_fulfillment", { fulfillment_id, status: "in_transit" });
    await write("refund_order", { order_id: order.id, other: 1 });
    const { id: ticket_id } = await write("create_ticket", { subject: "a", body: "b" });
    await write("update_ticket", { ticket_id, status: "closed" });
    await write("add_ticket_message", { ticket_id, kind: "note", body: "a" });
    await shop.v2("/suppliers", { body: { name: "Acme" } });
    const supplied = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, assigned_supplier: "Acme" }] });
    const sent = await shop.v2("/supplier-orders", { body: { order_ids: [supplied.id], override_reason: "A gift" } });
    await write("update_supplier_order", { supplier_order_id: sent.body.supplier_orders[0].id, state: "accepted" });

    const resultOf = ({ outputSchema }: Listed) => (outputSchema as ApiResponse["body"]).properties.result;
    // send_to_suppliers is not among them: it has several results, "each as get_supplier_order returns it".
    const described = tools.filter((tool) => /^The [\w ]+, as /.test(resultOf(tool)?.description ?? ""));
    expect(described.map(({ name }) => name).toSorted()).toEqual(Object.keys(DESCRIBED_BY).toSorted());
    expect(Object.keys(results).toSorted()).toEqual(Object.keys(DESCRIBED_BY).toSorted());
    for (const [name, { tool, schemaIn }] of Object.entries(DESCRIBED_BY)) {
      const { properties, required } = schemaIn(schemas.get(tool)) as { properties: object; required: string[] };
      const fields = Object.keys(results[name]);
      expect({ name, fields: fields.filter((field) => !Object.hasOwn(properties, field)) }).toEqual({ name, fields: [] });
      expect({ name, required: required.filter((field) => !fields.includes(field)) }).toEqual({ name, required: [] });
      const { result } = (schemas.get(name) as { properties: { result: { description: string; properties: object } } }).properties;
      expect({ name, description: result.description }).toEqual({
        name,
        description: expect.stringMatching(
          new RegExp(`^The (?:order|item|fulfillment|refund|ticket|message|supplier order), as .*\\b${tool}\\b`),
        ),
      });
      // The fields that it lists are enough to continue.
      expect(Object.keys(result.properties)).toContain("id");
    }
  });
});

describe("an optional field", () => {
  it("is cleared by an empty text, and by null, which the schemas do not have", async () => {
    const { id } = await ingestOrder(shop, { customer_name: "Ann", ship_city: "Bath" });
    const clear = { order_id: id, customer_name: "", ship_city: null, idempotency_key: crypto.randomUUID() };
    const { isError, data } = await all.call("update_order", clear);
    // A result omits null.
    expect({ isError, customer_name: data.result.customer_name, ship_city: data.result.ship_city }).toEqual({
      isError: false,
      customer_name: undefined,
      ship_city: undefined,
    });
    expect((await shop.v2(`/orders/${id}`)).body).toMatchObject({ customer_name: null, ship_city: null });
    const description = (tools.find(({ name }) => name === "update_order") as unknown as { description: string }).description;
    expect(description).toContain("an empty text clears a field");
  });
});
