import { Validator } from "@cfworker/json-schema";
import { beforeAll, describe, expect, it } from "vitest";
import { V2_SCOPES } from "../../../src/platform/http/scopes";
import { TOOLS } from "../../../src/entrypoints/mcp/tools";
import guide from "../../../docs/guide/mcp.md?raw";
import { createCredential, type ApiResponse, createShop, type Shop, ingestOrder } from "../../kit/client";
import { uploadDesign } from "../../kit/uploaded-file";
import { type Agent, agentOf, MAX_LIST_LENGTH, post } from "./agent";

let shop: Shop;
let all: Agent;
beforeAll(async () => {
  shop = await createShop();
  all = agentOf(shop.token, "?tools=all");
});

const namesOf = (tools: { name: string }[]) => tools.map(({ name }) => name);
const key = () => crypto.randomUUID();

/** A tool as text, with an argument per line. */
function asText({ name, title, description, annotations, inputSchema, outputSchema, ...rest }: ApiResponse["body"]): string {
  const { properties, ...input } = inputSchema;
  const args = Object.entries(properties).map(([argument, schema]) => `  ${argument}: ${JSON.stringify(schema)}`);
  const head = [`${name} (${title})`, `  ${description}`, `  ${JSON.stringify(annotations)}`, `  ${JSON.stringify(input)}`];
  return [...head, ...args, `  → ${JSON.stringify(outputSchema)}`, ...Object.keys(rest), ""].join("\n");
}

/** An agent with only these scopes. */
const agentWithScopes = async (...scopes: string[]) => agentOf(await createCredential(shop.id, "api_token", { scopes }), "?tools=all");

describe("tools/list", () => {
  it("is this list, including schemas and annotations", async () => {
    const tools = await all.tools();
    expect(namesOf(tools)).toEqual(namesOf([...TOOLS]));
    const sizes = tools.map((tool) => `${String(JSON.stringify(tool).length).padStart(6)} ${tool.name}`);
    const offered = (await agentOf(shop.token).request("tools/list")).text.length;
    const head = `${offered} of at most ${MAX_LIST_LENGTH} characters are offered without being asked. Each tool has:\n${sizes.join("\n")}\n`;
    await expect([head, ...tools.map(asText)].join("\n")).toMatchFileSnapshot("tools.snapshot.txt");
  });

  it("has for each tool what clients need before a call: correct annotations, a description, and a key if it writes", async () => {
    for (const { name, title, description, annotations, inputSchema } of await all.tools()) {
      const { endpoint } = TOOLS.find((tool) => tool.name === name) ?? {};
      const reads = endpoint?.method === "get";
      // These only add something: they replace and end nothing.
      const adds = ["create_ticket", "create_fulfillment", "add_ticket_message"].includes(name);
      expect({ name, annotations }).toEqual({
        name,
        annotations: {
          title,
          readOnlyHint: reads,
          destructiveHint: !reads && !adds,
          idempotentHint: true,
          openWorldHint: false,
        },
      });
      // Longer than a title: at least a sentence.
      expect(description.length).toBeGreaterThan(60);
      expect({ name, requiresKey: inputSchema.required?.includes("idempotency_key") ?? false }).toEqual({ name, requiresKey: !reads });
    }
  });

  it("has sixteen tools by default, and none for the profit or for what is owed to suppliers", async () => {
    const names = namesOf(await agentOf(shop.token).tools());
    expect(names).toHaveLength(16);
    for (const report of ["analytics_summary", "get_unpaid_supplier_orders"]) expect(names).not.toContain(report);
  });

  it("has by default no field for a secret or for the cost of an item, and only the customer's email address", async () => {
    const fields = new Set<string>();
    const gather = (value: unknown): void => {
      if (value === null || typeof value !== "object") return;
      if ("properties" in value) for (const name of Object.keys(value.properties as object)) fields.add(name);
      for (const inner of Object.values(value)) gather(inner);
    };
    gather(await agentOf(shop.token).tools());
    expect(fields.has("customer_name")).toBe(true);
    expect([...fields].filter((name) => /secret|token|password|email|cost|payment/.test(name))).toEqual([
      "shipping_cost",
      "customer_email",
      // The id of a credential, which is no secret.
      "author_token_id",
    ]);
  });

  it.each([
    ["?tools=default", 16],
    ["?tools=default,update_fulfillment", 17],
    ["?tools=find_orders,get_order", 2],
    ["?tools=all&read_only=true", TOOLS.filter(({ writes }) => !writes).length],
  ])("has with %s %i tools", async (query, count) => {
    const names = namesOf(await agentOf(shop.token, query).tools());
    expect(names).toHaveLength(count);
  });

  it.each(["?tools=orders", "?tools=", "?read_only=1"])("rejects %s", async (query) => {
    const response = await agentOf(shop.token, query).request("tools/list");
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 400, code: "validation_error" });
  });

  it("allows calls only of tools that the URL selects", async () => {
    const reader = agentOf(shop.token, "?read_only=true");
    const response = await reader.request("tools/call", {
      name: "create_ticket",
      arguments: { subject: "Not selected", body: "b", idempotency_key: key() },
    });
    expect(response.body.error.code).toBe(-32602);
    const { data } = (await all.call("list_tickets", { limit: 200 })).data;
    expect(data.map(({ subject }: { subject: string }) => subject)).not.toContain("Not selected");
  });

  it.each(Object.keys(V2_SCOPES))(
    "with only %s has the tools of this scope and those that need none, and a call of the first other one is rejected, whatever its arguments",
    async (scope) => {
      const agent = await agentWithScopes(scope);
      const open = TOOLS.filter((tool) => tool.scope === null || tool.scope === scope).map(({ name }) => name);
      expect(namesOf(await agent.tools())).toEqual(open);
      const closed = TOOLS.find(({ name }) => !open.includes(name));
      const { isError, data } = await agent.call(closed?.name ?? "", { ...PLAUSIBLE[closed?.name ?? ""] });
      expect({ isError, code: data.error.code, scope: data.error.details[0].scope }).toEqual({
        isError: true,
        code: "missing_scope",
        scope: closed?.scope,
      });
      // This error precedes those of the arguments (docs/spec/mcp.md#order-of-errors).
      expect((await agent.call(closed?.name ?? "", { colour: "blue" })).data.error.code).toBe("missing_scope");
    },
  );

  it("is in the guide, with the title, the scope and the effect of each tool", () => {
    const table = [...guide.matchAll(/^\| `(\w+)` +\| (.*?) +\| (.*?) +\| (.*?) +\| (.*?) +\|$/gm)].map(([, ...cells]) => cells);
    const expected = TOOLS.map(({ name, title, scope, writes, onRequest }) => [
      name,
      title,
      scope === null ? "any" : `\`${scope}\``,
      writes ? "changes" : "reads",
      onRequest ? "on request" : "yes",
    ]);
    expect(table).toEqual(expected);
  });
});

/** Well-formed arguments, whether or not the resource exists. */
const PLAUSIBLE: Record<string, Record<string, unknown>> = {
  get_order: { order_id: 1 },
  get_order_history: { order_id: 1 },
  update_order: { order_id: 1, customer_name: "Bea", idempotency_key: "p" },
  set_order_status: { order_id: 1, status: "Shipped", idempotency_key: "p" },
  set_order_item_status: { order_item_id: "1", status: "Shipped", idempotency_key: "p" },
  update_order_item: { order_item_id: "1", sku: "MUG-2", idempotency_key: "p" },
  import_orders: { orders: [{ store: "gift", items: [{ name: "Mug", price: 1 }] }], dry_run: true, idempotency_key: "p" },
  list_fulfillments: { order_id: 1 },
  list_item_designs: { order_item_id: "1" },
  list_supplier_costs: { supplier_id: "sup_1" },
  get_supplier_order: { supplier_order_id: "sor_1" },
  send_to_suppliers: { order_ids: [1], idempotency_key: "p" },
  update_supplier_order: { supplier_order_id: "sor_1", state: "accepted", idempotency_key: "p" },
  create_fulfillment: { order_id: 1, idempotency_key: "p" },
  update_fulfillment: { fulfillment_id: "ful_1", status: "delivered", idempotency_key: "p" },
  list_refunds: { order_id: 1 },
  refund_order: { order_id: 1, other: 1, idempotency_key: "p" },
  create_ticket: { subject: "Where is it?", body: "It was due.", idempotency_key: "p" },
  update_ticket: { ticket_id: 1, status: "closed", idempotency_key: "p" },
  list_ticket_messages: { ticket_id: 1 },
  add_ticket_message: { ticket_id: 1, kind: "note", body: "Called.", idempotency_key: "p" },
};

describe("tools/call", () => {
  it("works for each tool, with a result that matches its schema", { tags: "long" }, async () => {
    const schemas = new Map((await all.tools()).map(({ name, outputSchema }) => [name, outputSchema]));
    const called = new Set<string>();
    const callTool = async (name: string, args: Record<string, unknown>) => {
      called.add(name);
      const writes = TOOLS.find((tool) => tool.name === name)?.writes === true;
      const { isError, data, response } = await all.call(name, { ...args, ...(writes && { idempotency_key: key() }) });
      expect({ name, isError, error: isError ? data : null }).toEqual({ name, isError: false, error: null });
      // The text repeats the data for clients that show nothing else.
      expect(response.body.result.structuredContent).toEqual(data);
      const checked = new Validator(schemas.get(name), "2020-12", false).validate(data);
      expect({ name, errors: checked.errors }).toEqual({ name, errors: [] });
      expect(JSON.stringify(data)).not.toContain(":null");
      return writes ? data.result : data;
    };

    const me = await callTool("who_am_i", {});
    expect(me.organization).toMatchObject({ id: shop.id, currency: "USD" });
    await shop.v2("/suppliers", { body: { name: "Acme" } });
    const [supplier] = (await callTool("list_suppliers", {})).data;
    expect(supplier).toMatchObject({ name: "Acme" });
    await shop.v2(`/suppliers/${supplier.id}/costs`, { body: { costs: [{ sku: "MUG-1", unit_cost: 3.2 }] } });
    expect((await callTool("list_supplier_costs", { supplier_id: supplier.id })).data).toMatchObject([{ sku: "MUG-1", unit_cost: 3.2 }]);
    expect((await callTool("list_stores", { platform: "custom" })).data).toMatchObject([{ name: "Gift shop" }]);

    const payload = {
      store: "Gift shop",
      external_id: "tool-1",
      customer_name: "Ann Lee",
      items: [{ name: "Mug", quantity: 2, price: 9.99 }],
    };
    const tried = await callTool("import_orders", { orders: [payload], dry_run: true });
    expect(tried.results).toMatchObject([{ index: 0, outcome: "created" }]);
    expect((await callTool("find_orders", { q: "ann" })).data).toEqual([]);
    const imported = await callTool("import_orders", { orders: [payload], dry_run: false });
    expect(imported.summary).toMatchObject({ created: 1 });

    const found = await callTool("find_orders", { q: "ann", status: "New", missing_sku: true, limit: 5 });
    const [{ id, items, version }] = found.data;
    expect({ count: found.data.length, has_more: found.has_more, id }).toEqual({ count: 1, has_more: false, id: imported.results[0].id });
    expect(await callTool("get_order", { order_id: id })).toMatchObject({ id, version, total_amount: 19.98 });

    expect(
      await callTool("update_order_item", { order_item_id: items[0].id, sku: "MUG-1", design_url: "https://d.example.com/1", quantity: 3 }),
    ).toMatchObject({
      sku: "MUG-1",
      quantity: 3,
    });
    expect(await callTool("set_order_item_status", { order_item_id: items[0].id, status: "In Production" })).toMatchObject({
      status: "In Production",
    });
    const now = await callTool("get_order", { order_id: id });
    expect(now.total_amount).toBe(29.97);
    const updated = await callTool("update_order", { order_id: id, ship_city: "Bath", expected_version: now.version });
    expect(updated).toMatchObject({ ship_city: "Bath" });
    expect(await callTool("set_order_status", { order_id: id, status: "Complete", expected_version: updated.version })).toMatchObject({
      status: "Complete",
    });
    expect((await callTool("get_order_history", { order_id: id })).data.map(({ change }: { change: string }) => change)).toEqual(
      expect.arrayContaining(["created", "item_status", "status"]),
    );

    const other = await ingestOrder(shop);
    const fulfillment = await callTool("create_fulfillment", {
      order_id: other.id,
      tracking_number: "1Z999",
      carrier: "UPS",
      status: "in_transit",
    });
    expect(fulfillment).toMatchObject({ order_id: other.id, status: "in_transit" });
    expect(await callTool("update_fulfillment", { fulfillment_id: fulfillment.id, status: "delivered" })).toMatchObject({
      status: "delivered",
    });
    expect((await callTool("list_fulfillments", { order_id: other.id })).data).toMatchObject([
      { id: fulfillment.id, tracking_number: "1Z999" },
    ]);

    const refund = await callTool("refund_order", { order_id: other.id, items: [{ order_item_id: other.items[0].id, quantity: 1 }] });
    expect(refund).toMatchObject({ order_id: other.id, amount: 9.99 });
    expect((await callTool("list_refunds", { order_id: other.id })).data).toMatchObject([{ id: refund.id, amount: 9.99 }]);
    const file = await uploadDesign(shop, other.items[0].id, "mug.pdf");
    expect((await callTool("list_files", { role: "design" })).data).toMatchObject([{ id: file, name: "mug.pdf" }]);
    expect((await callTool("list_item_designs", { order_item_id: other.items[0].id })).data).toMatchObject([
      { version: 1, file: { id: file } },
    ]);
    const unmade = await shop.v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 1 }] } });
    const [{ id: unmadeItem }] = unmade.body.items;
    await uploadDesign(shop, unmadeItem, "proof.pdf");
    const proof = await shop.v2("/proofs", { body: { order_item_id: unmadeItem } });
    expect((await callTool("list_proofs", { state: "draft" })).data).toMatchObject([{ id: proof.body.id, version: 1 }]);

    const ticket = await callTool("create_ticket", { subject: "Where is it?", body: "It was due.", order_id: id, priority: "high" });
    expect(await callTool("update_ticket", { ticket_id: ticket.id, status: "resolved" })).toMatchObject({
      status: "resolved",
      priority: "high",
    });
    expect((await callTool("list_tickets", { order_id: id })).data).toMatchObject([{ id: ticket.id }]);
    const note = await callTool("add_ticket_message", { ticket_id: ticket.id, kind: "note", body: "The carrier is looking for it." });
    expect((await callTool("list_ticket_messages", { ticket_id: ticket.id })).data).toMatchObject([{ id: note.id, kind: "note" }]);

    const feed = await callTool("read_events", { limit: 1 });
    expect(feed.data).toMatchObject([{ event: "order.created", order_id: id }]);
    expect((await callTool("read_events", { limit: 200, after: feed.next_cursor })).data.length).toBeGreaterThan(5);
    const [{ currency, costs, profit, coverage }] = (await callTool("analytics_summary", { period: "today", group_by: "store" }))
      .currencies;
    // No order has a cost, and unknown values are omitted.
    expect({ currency, costs, profit, orders_with_cost: coverage.orders_with_cost }).toEqual({
      currency: "USD",
      costs: {},
      profit: {},
      orders_with_cost: 0,
    });

    const made = await ingestOrder(shop, { items: [{ name: "Mug", sku: "MUG-1", price: 1, assigned_supplier: "Acme" }] });
    const [sent] = (await callTool("send_to_suppliers", { order_ids: [made.id], override_reason: "A gift" })).supplier_orders;
    expect((await callTool("list_supplier_orders", { supplier_id: supplier.id })).data).toMatchObject([{ id: sent.id, state: "sent" }]);
    expect(await callTool("get_supplier_order", { supplier_order_id: sent.id })).toMatchObject({
      lines: [{ sku: "MUG-1", unit_cost: 3.2 }],
    });
    expect(await callTool("update_supplier_order", { supplier_order_id: sent.id, state: "accepted" })).toMatchObject({ state: "accepted" });
    expect((await callTool("get_unpaid_supplier_orders", {})).data).toMatchObject([{ supplier_id: supplier.id, orders: 1, due: 3.2 }]);

    expect([...called].toSorted()).toEqual(namesOf([...TOOLS]).toSorted());
  });

  it("returns ten results by default, and continues from the cursor", async () => {
    const own = await createShop();
    const agent = agentOf(own.token);
    for (let n = 0; n < 11; n += 1) await ingestOrder(own);
    const first = await agent.call("find_orders");
    expect({ count: first.data.data.length, has_more: first.data.has_more }).toEqual({ count: 10, has_more: true });
    const rest = await agent.call("find_orders", { cursor: first.data.next_cursor });
    expect({ count: rest.data.data.length, has_more: rest.data.has_more }).toEqual({ count: 1, has_more: false });
  });

  it("sets, finds and deletes metadata, which is a list of keys and values", async () => {
    const own = await createShop();
    const agent = agentOf(own.token, "?tools=all");
    const order = await ingestOrder(own, { metadata: { kept: "1" } });
    await ingestOrder(own, { metadata: { batch: "8", kept: "1" } });
    const set = (metadata: unknown, used = key()) => ({ order_id: order.id, metadata, idempotency_key: used });
    const [pairs, used] = [
      [
        { key: "batch", value: "7" },
        { key: "a b", value: "=x" },
      ],
      key(),
    ] as const;
    expect((await agent.call("update_order", set(pairs, used))).isError).toBe(false);
    expect((await own.v2(`/orders/${order.id}`)).body.metadata).toEqual({ kept: "1", batch: "7", "a b": "=x" });
    // The request of v2 with an object is the same.
    const same = { method: "PATCH", body: { metadata: { batch: "7", "a b": "=x" } }, headers: { "Idempotency-Key": used } };
    expect((await own.v2(`/orders/${order.id}`, same)).headers.get("Idempotent-Replayed")).toBe("true");
    const found = async (metadata: unknown) =>
      (await agent.call("find_orders", { metadata })).data.data.map(({ id }: { id: number }) => id);
    expect(await found([{ key: "kept", value: "1" }])).toHaveLength(2);
    expect(await found([...pairs, { key: "kept", value: "1" }])).toEqual([order.id]);
    expect(await found([{ key: "batch", value: "9" }])).toEqual([]);
    await agent.call("update_order", set([{ key: "batch", value: "" }]));
    expect((await own.v2(`/orders/${order.id}`)).body.metadata).toEqual({ kept: "1", "a b": "=x" });
    const item = { order_item_id: order.items[0].id, metadata: [{ key: "shelf", value: "B2" }], idempotency_key: key() };
    expect((await agent.call("update_order_item", item)).isError).toBe(false);
    expect((await own.v2(`/orders/${order.id}`)).body.items[0].metadata).toEqual({ shelf: "B2" });
    for (const wrong of [{ batch: "7" }, "batch=7", [{ key: "batch" }], [["batch", "7"]]]) {
      for (const [tool, args] of [
        ["update_order", set(wrong)],
        ["find_orders", { metadata: wrong }],
      ] as const) {
        const { isError, data } = await agent.call(tool, args);
        expect({ tool, isError, path: data.error?.details[0]?.path }).toEqual({
          tool,
          isError: true,
          path: expect.stringMatching(/^metadata/),
        });
      }
    }
    const { data } = await agent.call("update_order", set([{ key: "a[b", value: "1" }]));
    expect(data.error.details).toEqual([expect.objectContaining({ path: "metadata.a[b", code: "invalid_key" })]);
  });

  it("writes once under a key, by a tool or by v2, and marks a replay", async () => {
    const ticket = { subject: "Twice", body: "or once?" };
    const used = key();
    const first = await all.call("create_ticket", { ...ticket, idempotency_key: used });
    // The order of the arguments does not matter.
    const again = await all.call("create_ticket", { idempotency_key: used, body: ticket.body, subject: ticket.subject });
    expect({ firstReplayed: first.data.replayed, againReplayed: again.data.replayed }).toEqual({
      firstReplayed: false,
      againReplayed: true,
    });
    expect(again.data.result).toEqual(first.data.result);
    const plain = await shop.v2("/tickets", { body: ticket, headers: { "Idempotency-Key": used } });
    expect({ id: plain.body.id, idempotentReplayed: plain.headers.get("Idempotent-Replayed") }).toEqual({
      id: first.data.result.id,
      idempotentReplayed: "true",
    });
    const otherwise = await all.call("create_ticket", { ...ticket, subject: "Else", idempotency_key: used });
    expect({ isError: otherwise.isError, code: otherwise.data.error.code }).toEqual({ isError: true, code: "idempotency_conflict" });
    expect(
      (await all.call("list_tickets", { limit: 200 })).data.data.filter(({ subject }: { subject: string }) => subject === "Twice"),
    ).toHaveLength(1);
  });

  it("returns warnings", async () => {
    const order = await ingestOrder(shop);
    const fulfillment = await all.call("create_fulfillment", { order_id: order.id, status: "delivered", idempotency_key: key() });
    const late = { fulfillment_id: fulfillment.data.result.id, status: "in_transit", idempotency_key: key() };
    expect((await all.call("update_fulfillment", late)).data.warnings).toEqual([expect.stringContaining("is behind")]);
  });

  it("returns the API's own error, with the paths of the arguments", async () => {
    const order = await ingestOrder(shop, { status: "Shipped" });
    const write = { idempotency_key: key() };
    const cases: (readonly [name: string, args: Record<string, unknown>, code: string, detail: Record<string, unknown> | null])[] = [
      ["get_order", { order_id: 999_999 }, "not_found", null],
      ["get_order", { order_id: "1x" }, "validation_error", { path: "order_id", code: "invalid_id" }],
      ["find_orders", { status: "Lost" }, "validation_error", { path: "status", code: "invalid_status" }],
      ["find_orders", { limit: 0 }, "validation_error", { path: "limit", code: "invalid_integer" }],
      ["find_orders", { cursor: "nonsense" }, "validation_error", { path: "cursor" }],
      ["set_order_status", { order_id: order.id, status: "New", ...write }, "invalid_transition", null],
      [
        "set_order_status",
        { order_id: order.id, status: "Complete", expected_version: 77, ...write },
        "precondition_failed",
        { path: "expected_version" },
      ],
      ["create_ticket", { subject: "", body: "b", ...write }, "validation_error", { path: "subject", code: "too_small" }],
      ["create_ticket", { subject: "a", body: "b", order_id: 999_999, ...write }, "not_found", { path: "order_id" }],
      ["import_orders", { orders: [], dry_run: true, ...write }, "validation_error", { path: "orders" }],
    ];
    for (const [name, args, code, detail] of cases) {
      const { isError, data, response } = await all.call(name, args);
      expect({ name, args, isError, code: data.error.code }).toEqual({ name, args, isError: true, code });
      if (detail !== null) expect(data.error.details[0]).toMatchObject(detail);
      // Structured data would have to match the schema of a success.
      expect(response.body.result.structuredContent).toBeUndefined();
      expect(data.request_id).toMatch(/^req_/);
    }
  });

  it("rejects missing arguments, unknown ones at any depth, values of another type, and values that would change the path or a header of the request", async () => {
    const item = { name: "Mug", price: 1 };
    const orders = [{ store: "Gift shop", customer_email: "ann@example.com", items: [{ ...item, cost: 5 }] }];
    const cases: (readonly [name: string, args: Record<string, unknown>, codes: readonly (readonly [path: string, code: string])[]])[] = [
      ["get_order", {}, [["order_id", "required"]]],
      ["get_order", { order_id: null }, [["order_id", "required"]]],
      ["get_order", { order_id: "." }, [["order_id", "invalid_id"]]],
      ["get_order", { order_id: ".." }, [["order_id", "invalid_id"]]],
      ["get_order", { order_id: "" }, [["order_id", "invalid_id"]]],
      ["get_order", { order_id: "1/history" }, [["order_id", "invalid_id"]]],
      ["get_order", { order_id: "1?x" }, [["order_id", "invalid_id"]]],
      ["get_order", { order_id: [1] }, [["order_id", "invalid_id"]]],
      ["find_orders", { Q: "ann" }, [["Q", "unrecognized_key"]]],
      ["find_orders", { q: ["ann"] }, [["q", "invalid_type"]]],
      ["create_ticket", { subject: "a", body: "b" }, [["idempotency_key", "required"]]],
      ["create_ticket", { subject: "a", body: "b", idempotency_key: "a\r\nX-Evil: 1" }, [["idempotency_key", "invalid_idempotency_key"]]],
      ["create_ticket", { subject: "a", body: "b", idempotency_key: "" }, [["idempotency_key", "invalid_idempotency_key"]]],
      [
        "set_order_status",
        { order_id: 1, status: "New", expected_version: "*", idempotency_key: "k" },
        [["expected_version", "invalid_version"]],
      ],
      ["update_order_item", { order_item_id: "1", cost: 1, idempotency_key: "k" }, [["cost", "unrecognized_key"]]],
      [
        "import_orders",
        { orders, idempotency_key: "k" },
        [
          ["orders[0].customer_email", "unrecognized_key"],
          ["orders[0].items[0].cost", "unrecognized_key"],
          ["dry_run", "required"],
        ],
      ],
    ];
    for (const [name, args, codes] of cases) {
      const { isError, data } = await all.call(name, args);
      const details = data.error?.details?.map(({ path, code }: { path: string; code: string }) => [path, code]);
      expect({ name, args, isError, code: data.error?.code, details }).toEqual({
        name,
        args,
        isError: true,
        code: "validation_error",
        details: codes,
      });
    }
  });

  it("does not find another organization's resources by their ids or its order by a search, and leaves the order as it was", async () => {
    const mine = await ingestOrder(shop, { customer_name: "Zoe" });
    const fulfillment = await all.call("create_fulfillment", { order_id: mine.id, idempotency_key: key() });
    const ticket = await all.call("create_ticket", { subject: "a", body: "b", idempotency_key: key() });
    const supplier = await shop.v2("/suppliers", { body: { name: "Mug supplier" } });
    const supplied = await ingestOrder(shop, { items: [{ name: "Mug", price: 1, assigned_supplier: "Mug supplier" }] });
    const sent = await shop.v2("/supplier-orders", { body: { order_ids: [supplied.id], override_reason: "A gift" } });
    const before = await all.call("get_order", { order_id: mine.id });
    const stranger = agentOf((await createShop()).token, "?tools=all");
    const ids: Record<string, unknown> = {
      order_id: mine.id,
      order_item_id: mine.items[0].id,
      fulfillment_id: fulfillment.data.result.id,
      ticket_id: ticket.data.result.id,
      supplier_id: supplier.body.id,
      supplier_order_id: sent.body.supplier_orders[0].id,
    };
    const ofOne = TOOLS.filter(({ path }) => Object.keys(path).length > 0);
    expect(ofOne.length).toBeGreaterThan(8);
    for (const { name, path, writes } of ofOne) {
      const named = Object.fromEntries(Object.keys(path).map((argument) => [argument, ids[argument]]));
      const { isError, data } = await stranger.call(name, { ...PLAUSIBLE[name], ...named, ...(writes && { idempotency_key: key() }) });
      expect({ name, isError, code: data.error?.code }).toEqual({ name, isError: true, code: "not_found" });
    }
    expect((await stranger.call("find_orders", { q: "zoe" })).data.data).toEqual([]);
    expect((await all.call("get_order", { order_id: mine.id })).data).toEqual(before.data);
  });

  it("also supports MCP of 2026-07-28, in which each message has its version", async () => {
    const envelope = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientInfo": { name: "raw", version: "1" },
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const headers = { "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "who_am_i" };
    const response = await all.request("tools/call", { name: "who_am_i", arguments: {}, _meta: envelope }, headers);
    expect(response.headers.get("Content-Type")).toBe("application/json");
    expect(response.body.result.structuredContent.organization.id).toBe(shop.id);
    const unknown = await all.request("tools/call", { name: "none", arguments: {}, _meta: envelope }, { ...headers, "Mcp-Name": "none" });
    expect(unknown.body.error.code).toBe(-32602);
    // The server has no notifications to subscribe to.
    const listen = { _meta: envelope, notifications: { toolsListChanged: true } };
    const rejected = await all.request("subscriptions/listen", listen, { ...headers, "Mcp-Method": "subscriptions/listen" });
    expect({ status: rejected.status, code: rejected.body.error.code }).toEqual({ status: 404, code: -32601 });
  });
});

describe("a call is rejected if it has", () => {
  it("a number beyond all limits, which would be null in JSON and clear a field", async () => {
    const { data } = await all.call("create_ticket", { subject: "a", body: "b", customer_name: "Ann", idempotency_key: key() });
    const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"update_ticket","arguments":{"ticket_id":${data.result.id},"customer_name":1e999,"idempotency_key":"${key()}"}}}`;
    const response = await post(call, { Authorization: `Bearer ${shop.token.secret}` });
    expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 400, code: -32700 });
    expect((await shop.v2(`/tickets/${data.result.id}`)).body.customer_name).toBe("Ann");
  });

  it.each([2 ** 53, 7, true])("a key that is not a string: %s", async (idempotency_key) => {
    const { isError, data } = await agentOf(shop.token).call("create_ticket", { subject: "a", body: "b", idempotency_key });
    expect({ isError, details: data.error.details }).toEqual({
      isError: true,
      details: [{ path: "idempotency_key", code: "invalid_type", message: "Expected a text." }],
    });
  });

  it("an integer that may have been rounded when it was parsed, and would be another resource's id; a smaller one is a text", async () => {
    const order = await ingestOrder(shop, { external_id: String(2 ** 53 - 1) });
    expect((await agentOf(shop.token).call("find_orders", { external_id: 2 ** 53 - 1 })).data.data).toMatchObject([{ id: order.id }]);
    const { data } = await agentOf(shop.token).call("find_orders", { external_id: 2 ** 53 });
    expect(data.error.details[0]).toMatchObject({ path: "external_id", code: "invalid_type" });
  });
});

describe("text that only a model would see", () => {
  it("is escaped in a result", async () => {
    const body = "Where is it?\u{E0041}\u{E0042} \u200Eok\u200F";
    const { body: ticket } = await shop.v2("/tickets", { body: { subject: "unseen", body } });
    const { data, response } = await agentOf(shop.token).call("list_tickets");
    const shown = data.data.find(({ id }: { id: number }) => id === ticket.id);
    expect(shown.body).toBe("Where is it?\\u{E0041}\\u{E0042} \\u200Eok\\u200F");
    expect(response.body.result.structuredContent.data.find(({ id }: { id: number }) => id === ticket.id)).toEqual(shown);
    expect(response.text).not.toMatch(/\u200E|\u{E0041}/u);
  });

  it("is escaped in an error", async () => {
    const { isError, data, response } = await agentOf(shop.token).call("find_orders", { "a\u200Bb": 1 });
    expect({ isError, path: data.error.details[0].path }).toEqual({ isError: true, path: "a\\u200Bb" });
    expect(response.text).not.toContain("\u200B");
  });
});
