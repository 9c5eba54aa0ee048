import { beforeAll, describe, expect, it } from "vitest";
import { STATUSES, transitionsFrom } from "../../model/status.ts";
import { createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const PAIRS = STATUSES.flatMap((from) => STATUSES.map((to) => [from, to] as const));

describe("POST /api/v2/orders/{id}/status", () => {
  it.each(PAIRS)(
    "changes %s to %s, needs a reason for it, or rejects it, as the model of the transitions says; the same status is no change",
    async (from, to) => {
      const { free, withReason } = transitionsFrom(from);
      const order = await ingestOrder(shop, { status: from });
      const send = (reason?: string) =>
        shop.v2(`/orders/${order.id}/status`, { body: { status: to, ...(reason !== undefined && { reason }) } });
      const plain = await send();
      if (from === to) {
        expect({ status: plain.status, version: plain.body.version }).toEqual({ status: 200, version: 1 });
        return;
      }
      if (free.includes(to)) {
        expect({ status: plain.status, bodyStatus: plain.body.status, version: plain.body.version }).toEqual({
          status: 200,
          bodyStatus: to,
          version: 2,
        });
        return;
      }
      expect(plain.status).toBe(409);
      expect(plain.body.error).toMatchObject({ code: "invalid_transition", details: [{ path: "status", from, to, allowed: free }] });
      const reasoned = await send("lost in the post");
      if (withReason.includes(to)) {
        expect({ status: reasoned.status, bodyStatus: reasoned.body.status }).toEqual({ status: 200, bodyStatus: to });
        const [entry] = await rows(
          "select from_value, to_value, reason, actor_name from order_history where order_id = ? and change = 'status'",
          order.id,
        );
        expect(entry).toEqual({ from_value: from, to_value: to, reason: "lost in the post", actor_name: "test api_token" });
      } else {
        expect(reasoned.status).toBe(409);
        expect(reasoned.body.error.details[0].allowed).toEqual(STATUSES.filter((each) => [...free, ...withReason].includes(each)));
      }
    },
  );

  it("sends order.updated, then order.status_changed with exactly the documented fields", async () => {
    const order = await ingestOrder(shop);
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "in_production" } });
    const bodies = (await rows<{ body: string }>("select body from events where order_id = ? order by seq", order.id)).map(({ body }) =>
      JSON.parse(body),
    );
    expect(bodies.slice(1)).toEqual([
      {
        event: "order.updated",
        event_id: expect.stringMatching(/^evt_/),
        organization_id: shop.id,
        sequence: 2,
        occurred_at: expect.stringMatching(/Z$/),
        order_id: order.id,
        changed_fields: ["status"],
        version: 2,
        updated_at: expect.stringMatching(/Z$/),
      },
      {
        event: "order.status_changed",
        event_id: expect.stringMatching(/^evt_/),
        organization_id: shop.id,
        sequence: 3,
        occurred_at: expect.stringMatching(/Z$/),
        order_id: order.id,
        old_status: "New",
        new_status: "In Production",
      },
    ]);
  });

  it("applies concurrent changes one after another, each to the order's current version", async () => {
    const order = await ingestOrder(shop);
    const responses = await Promise.all(
      ["Pending Cost", "In Production", "Shipped"].map((status) =>
        shop.v2(`/orders/${order.id}/status`, { body: { status }, headers: idempotencyKey() }),
      ),
    );
    for (const { status } of responses) expect([200, 409]).toContain(status);
    const history = await rows<{ from_value: string; to_value: string }>(
      "select from_value, to_value from order_history where order_id = ? and change = 'status' order by id",
      order.id,
    );
    expect(history.length).toBeGreaterThan(0);
    expect(history).toHaveLength(responses.filter(({ status }) => status === 200).length);
    const toValues = history.map(({ to_value }) => to_value);
    expect(history.map(({ from_value }) => from_value)).toEqual(["New", ...toValues].slice(0, -1));
  });

  it("returns 400 for an unknown status or an invalid id, and 404 for an unknown order", async () => {
    const unknownStatus = await shop.v2("/orders/1/status", { body: { status: "Lost" } });
    expect({ status: unknownStatus.status, details: unknownStatus.body.error.details }).toMatchObject({
      status: 400,
      details: [{ path: "status", code: "invalid_status" }],
    });
    // The last one is above the largest safe integer.
    for (const id of ["0", "-1", "abc", "1.5", "9007199254740992"]) {
      const { status, body } = await shop.v2(`/orders/${id}/status`, { body: { status: "New" } });
      expect({ status, details: body.error.details }).toMatchObject({ status: 400, details: [{ path: "id", code: "invalid_id" }] });
    }
    expect((await shop.v2("/orders/9007199254740991/status", { body: { status: "New" } })).status).toBe(404);
  });
});
