import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop, ingestOrder } from "../../kit/client";
import { ALL_ATTEMPTS, loseBatch } from "../../kit/lost-batch";
import { aTicket, eventsOf, everything, openTicket, ticketOf } from "./kit";

let shop: Shop;
let orderId: number;
let existing: number;
beforeEach(async () => {
  shop = await createShop();
  orderId = (await ingestOrder(shop)).id;
});
afterEach(() => vi.restoreAllMocks());

type Headers = Record<string, string>;
/** `colour` is unknown, so the response has a warning. */
const create = (headers: Headers, fields: Record<string, unknown> = {}) =>
  shop.v2("/tickets", { body: aTicket({ order_id: orderId, colour: "red", ...fields }), headers });
const update = (headers: Headers, fields: Record<string, unknown> = { status: "resolved", colour: "red" }) =>
  shop.v2(`/tickets/${existing}`, { method: "PATCH", body: fields, headers });

const replayedHeader = ({ headers }: ApiResponse) => headers.get("Idempotent-Replayed");

/** The batch that writes. The first one reads. */
const COMMIT = 2;

interface Write {
  what: string;
  send: (headers: Headers) => Promise<ApiResponse>;
  /** Whether a ticket exists before. */
  prepared: boolean;
  /** The events after the request. */
  events: string[];
  version: number;
}

const WRITES: Write[] = [
  { what: "POST /tickets", send: (headers) => create(headers), prepared: false, events: ["ticket.created"], version: 1 },
  {
    what: "PATCH /tickets/{id}",
    send: (headers) => update(headers),
    prepared: true,
    events: ["ticket.created", "ticket.updated"],
    version: 2,
  },
];

describe.each(WRITES)("$what with an Idempotency-Key", ({ send, prepared, events, version }) => {
  beforeEach(async () => {
    if (prepared) existing = (await openTicket(shop)).id;
  });

  const expectOnce = async () => {
    expect(await rows("select version from tickets where organization_id = ?", shop.id)).toEqual([{ version }]);
    expect((await eventsOf(shop)).map(({ event }) => event)).toEqual(events);
  };

  it("is replayed with identical bytes, warnings and Location, and nothing is written", async () => {
    const key = idempotencyKey();
    const first = await send(key);
    const before = await everything();
    const again = await send(key);
    expect({ status: again.status, text: again.text, firstReplayed: replayedHeader(first), againReplayed: replayedHeader(again) }).toEqual({
      status: first.status,
      text: first.text,
      firstReplayed: null,
      againReplayed: "true",
    });
    expect(first.headers.get("X-Warnings")).toContain("colour");
    for (const name of ["Location", "X-Warnings"]) expect(again.headers.get(name)).toBe(first.headers.get(name));
    expect(await everything()).toEqual(before);
    await expectOnce();
  });

  it("is executed once by 50 concurrent requests, and all get the same response", { tags: "long" }, async () => {
    const key = idempotencyKey();
    const responses = await Promise.all(Array.from({ length: 50 }, () => send(key)));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    expect(responses.filter((response) => replayedHeader(response) === "true")).toHaveLength(49);
    await expectOnce();
  });

  it("is found by a retry if the response to its commit was lost, with the original response", async () => {
    const key = idempotencyKey();
    loseBatch(COMMIT, "response", ALL_ATTEMPTS);
    expect((await send(key)).status).toBe(503);
    const before = await everything();
    const retry = await send(key);
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from tickets where organization_id = ?", shop.id);
    const read = await shop.v2(`/tickets/${id}`);
    expect(ticketOf(retry, prepared ? 200 : 201)).toEqual(read.body);
    expect(retry.headers.get("Location")).toBe(prepared ? null : `/api/v2/tickets/${id}`);
    expect(await everything()).toEqual(before);
    expect(replayedHeader(await send(key))).toBe("true");
    await expectOnce();
  });

  it("is executed by the retry if its commit was lost", async () => {
    const key = idempotencyKey();
    loseBatch(COMMIT, "request", ALL_ATTEMPTS);
    expect((await send(key)).status).toBe(503);
    expect((await send(key)).status).toBeLessThan(300);
    await expectOnce();
  });

  it.each(["request", "response"] as const)(
    "is repeated automatically if the %s of its batch is lost once, and written once",
    async (lost) => {
      const key = idempotencyKey();
      loseBatch(COMMIT, lost);
      const response = await send(key);
      expect(response.status, response.text).toBeLessThan(300);
      expect((await send(key)).text).toBe(response.text);
      await expectOnce();
    },
  );
});

describe("an idempotency key", () => {
  it("is optional: without one, each POST creates a ticket", async () => {
    const ids = [ticketOf(await create({}), 201).id, ticketOf(await create({}), 201).id];
    expect(new Set(ids).size).toBe(2);
    expect(await eventsOf(shop)).toHaveLength(2);
  });

  it("returns 422 if it is reused with another body or path, and nothing is written", async () => {
    const key = idempotencyKey();
    existing = ticketOf(await create(key), 201).id;
    const before = await everything();
    for (const response of [await create(key, { priority: "low" }), await update(key)]) {
      expect({ status: response.status, code: response.body.error.code }).toEqual({ status: 422, code: "idempotency_conflict" });
    }
    expect(await everything()).toEqual(before);
  });

  it("stays free for any request after a 400 or 404", async () => {
    const key = idempotencyKey();
    existing = 9007199254740991;
    expect((await create(key, { subject: "" })).status).toBe(400);
    expect((await create(key, { order_id: 999_999 })).status).toBe(404);
    expect((await update(key)).status).toBe(404);
    expect((await create(key)).status).toBe(201);
  });

  it("of a PATCH without a change replays the response, whatever has changed since", async () => {
    const key = idempotencyKey();
    existing = (await openTicket(shop)).id;
    const first = await update(key, { status: "open" });
    await update({}, { status: "closed" });
    const again = await update(key, { status: "open" });
    expect({ status: first.status, text: again.text, replayed: replayedHeader(again) }).toEqual({
      status: 200,
      text: first.text,
      replayed: "true",
    });
    expect((await shop.v2(`/tickets/${existing}`)).body.status).toBe("closed");
  });
});
