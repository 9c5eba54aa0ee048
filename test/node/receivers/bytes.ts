import { expect, it } from "vitest";
import { storedText } from "../../kit/stored-text.ts";
import { type RawResponder, responseText, respondWith } from "../server/raw-receiver.ts";
import { sendTest, until, type Harness } from "./harness.ts";

const HOUR_MS = 3_600_000;
const OK = respondWith(responseText("200 OK"));
const FIRST_FAILS: RawResponder = (socket, nth) => (nth === 1 ? respondWith(responseText("500 No")) : OK)(socket, nth);

/** The bytes that are sent. The ledger also checks every request of these tests. */
export function bytes(world: Harness): void {
  it("a first attempt, a retry and a redelivery send the same bytes, and each request, also of a recovery or a test, belongs to a delivery in the log (R12)", async () => {
    const receiver = await world.rawReceiver(FIRST_FAILS);
    const shop = await world.shop();
    const { id } = await shop.webhook(receiver.url, ["order.created"]);
    await shop.order({ external_id: "first" });
    const [{ id: deliveryId }] = await shop.deliveries(id);
    await world.crashing.passTime((await world.crashing.delayOf(deliveryId)) * 1000);
    await until(async () => expect(await shop.deliveries(id)).toMatchObject([{ status: "succeeded" }]));
    expect((await shop.v2(`/webhooks/${id}/deliveries/${deliveryId}/redeliver`, {})).status).toBe(200);
    await until(() => expect(receiver.received).toHaveLength(3));
    const [first, ...again] = receiver.received;
    for (const { raw } of again) expect(raw).toEqual(first?.raw);
    expect(receiver.received.map(({ headers }) => headers["x-service-attempt"])).toEqual(["1", "2", "3"]);
    // The retry has a later time than the first attempt: the delay is at least 4 s.
    const [firstSeconds = 0, retrySeconds = 0] = receiver.received.map(({ headers }) => Number(headers["webhook-timestamp"]));
    expect(retrySeconds - firstSeconds).toBeGreaterThanOrEqual(4);

    await shop.v2(`/webhooks/${id}`, { enabled: false }, {}, "PATCH");
    await shop.order({ external_id: "second" });
    const [{ id: heldId, status }] = await shop.deliveries(id);
    expect(status).toBe("held");
    // A delivery that was held for more than 72 h stays held when the endpoint is resumed.
    await world.crashing.worker.rows("update deliveries set created_at = created_at - ? where id = ?", 73 * HOUR_MS, heldId);
    await shop.v2(`/webhooks/${id}`, { enabled: true }, {}, "PATCH");
    expect((await shop.v2(`/webhooks/${id}/recover`, {})).body).toMatchObject({ recovered: 1 });
    await until(() => expect(receiver.received).toHaveLength(4));
    await sendTest(shop, id);

    await until(async () => {
      const log = await shop.deliveries(id);
      const labels = new Map(log.map(({ id: one, trigger, status: state }) => [one, `${trigger} ${state}`]));
      // The redelivery is another attempt of the first delivery, which is "manual" from then on.
      expect(receiver.received.map(({ headers }) => labels.get(String(headers["x-service-delivery"])))).toEqual([
        "manual succeeded",
        "manual succeeded",
        "manual succeeded",
        "recover succeeded",
        "test succeeded",
      ]);
    });
    expect(JSON.parse(String(receiver.received[3]?.raw))).toMatchObject({ event: "order.created", external_id: "second" });
  });

  it("any text and number is sent as the signed JSON (R12) (cases 64, 65)", async () => {
    const receiver = await world.rawReceiver(OK);
    const shop = await world.shop();
    await shop.webhook(receiver.url, ["order.created", "ticket.created"]);
    const texts = [
      "naïve ✓ 😀 👩‍👩‍👧‍👦 e\u0301",
      "line\u2028and\u2029paragraph",
      "\u202Eright to left\u202C עברית",
      '"quoted" \\ / </script>',
      "tab\tnew\r\nline \u007F\u0080\uFEFF\uFFFF",
      "a lone \uD800 surrogate",
      "__proto__",
      "𝒳".repeat(120),
      "%00 &amp; \\u0041",
    ];
    const orders = await Promise.all(texts.map((text) => shop.order({ external_id: text, currency: "GBP" })));
    for (const text of texts) expect((await shop.v2("/tickets", { subject: text, body: text })).status).toBe(201);
    const prices = [0, 0.1, 0.07, 9_007_199_254_740.99, 1e13, 123_456_789.12];
    const accepted: unknown[] = [];
    for (const price of prices) {
      const response = await shop.v2("/orders", { store: "Gift shop", items: [{ name: "Mug", quantity: 1, price }] });
      if (response.status === 201) accepted.push(response.body.total_amount);
    }
    // The other two are larger than a price may be.
    expect(accepted).toEqual([0, 0.1, 0.07, 123_456_789.12]);
    await until(() => expect(receiver.received).toHaveLength(2 * texts.length + accepted.length));

    const events = receiver.received.map(({ raw }) => JSON.parse(raw.toString()));
    const byOrder = new Map(events.filter(({ event }) => event === "order.created").map((event) => [event.order_id, event]));
    for (const order of orders) expect(byOrder.get(order.id)).toMatchObject({ external_id: order.external_id });
    const subjects = events.filter(({ event }) => event === "ticket.created").map(({ subject }) => subject);
    expect(subjects.toSorted()).toEqual(texts.map(storedText).toSorted());
    expect(events.map(({ total_amount }) => total_amount)).toEqual(expect.arrayContaining(accepted));
    for (const { headers } of receiver.received) {
      for (const value of Object.values(headers)) expect(value).toMatch(/^[\x20-\x7E]*$/);
    }
  });
}
