import { beforeAll, describe, expect, it } from "vitest";
import type { z } from "zod";
import { TicketMessage } from "../../../src/resources/tickets/thread/v2/contract";
import { type ApiResponse, createShop, idempotencyKey, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { eventsOf, everything, openTicket } from "./kit";

let shop: Shop;
let ticket: number;
beforeAll(async () => {
  shop = await createShop();
  ticket = (await openTicket(shop)).id;
});

type Message = z.output<typeof TicketMessage>;

const add = (id: number | string, body: unknown, of: Shop = shop) => of.v2(`/tickets/${id}/messages`, { body });
const markSent = (id: number | string, message: number | string, of: Shop = shop) =>
  of.v2(`/tickets/${id}/messages/${message}/sent`, { method: "POST" });
const list = async (id: number, query = "", of: Shop = shop) => await of.v2(`/tickets/${id}/messages?${query}`);

function messageOf(response: ApiResponse, status: number): Message {
  if (response.status !== status) throw new Error(`${response.status} ${response.text}`);
  return TicketMessage.parse(response.body);
}

const note = (body: string) => ({ kind: "note", body });
const reply = (body: string) => ({ kind: "reply", body });

describe("POST /tickets/{id}/messages", () => {
  it("adds a note or a reply with its author, and returns it with Location; the list has both, oldest first", async () => {
    const { id } = await openTicket(shop);
    const response = await add(id, note(" The carrier lost it.\nAsked them. "));
    expect(response.headers.get("Location")).toBe(`/api/v2/tickets/${id}/messages`);
    const first = messageOf(response, 201);
    expect(first).toEqual({
      id: expect.any(Number),
      ticket_id: id,
      kind: "note",
      body: "The carrier lost it.\nAsked them.",
      author_user_id: null,
      author_token_id: shop.token.id,
      author_name: expect.any(String),
      created_at: expect.stringMatching(/Z$/),
      sent_at: null,
      sent_by_name: null,
    });
    const second = messageOf(await add(id, reply("Sorry, a new one is on its way.")), 201);
    expect((await list(id)).body).toEqual({ data: [first, second], has_more: false, next_cursor: null });
  });

  it("changes the ticket with it: one ticket.updated names `messages` and, if it changes, the status with its old and new value", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    await add(id, note("Seen."), own);
    await add(id, { ...reply("Done."), status: " Resolved" }, own);
    // It has this status already.
    await add(id, { ...note("Filed."), status: "resolved" }, own);
    expect(
      (await eventsOf(own)).slice(1).map(({ changed_fields, old_status, new_status }) => [changed_fields, old_status, new_status]),
    ).toEqual([
      [["messages"], undefined, undefined],
      [["messages", "status"], "open", "resolved"],
      [["messages"], undefined, undefined],
    ]);
    expect((await own.v2(`/tickets/${id}`)).body).toMatchObject({ status: "resolved" });
    expect(await rows("select version from tickets where id = ?", id)).toEqual([{ version: 4 }]);
    expect(await rows("select field, from_value, to_value from ticket_history where ticket_id = ?", id)).toEqual([
      { field: "status", from_value: "open", to_value: "resolved" },
    ]);
  });

  it("rejects a reply with a placeholder, whatever its name, but not a note", async () => {
    const before = await everything();
    for (const body of ["Dear {{customer_name}},", "See {{ tracking link }}."]) {
      expect(violationsOf(await add(ticket, reply(body))), body).toEqual(["body unfilled_placeholder"]);
    }
    expect(await everything()).toEqual(before);
    expect((await add(ticket, note("Use {{customer_name}}."))).status).toBe(201);
    expect((await add(ticket, reply("Use {one} or {{ two } }."))).status).toBe(201);
  });

  it("lists every validation error, and writes nothing", async () => {
    const before = await everything();
    expect(violationsOf(await add(ticket, {}))).toEqual(["kind invalid_value", "body invalid_type"]);
    expect(violationsOf(await add(ticket, { kind: "email", body: " ", status: "done" }))).toEqual([
      "kind invalid_value",
      "body too_small",
      "status invalid_value",
    ]);
    expect(violationsOf(await add(ticket, note("x".repeat(20_001))))).toEqual(["body too_big"]);
    expect(await everything()).toEqual(before);
    expect(messageOf(await add(ticket, note("é".repeat(20_000))), 201).body).toHaveLength(20_000);
  });

  it("returns 404 for an unknown ticket and another organization's", async () => {
    const theirs = await openTicket(await createShop());
    const before = await everything();
    for (const id of [theirs.id, 999_999_999]) {
      expect([(await add(id, note("x"))).status, (await list(id)).status]).toEqual([404, 404]);
    }
    expect(await everything()).toEqual(before);
  });

  it("has a limit of 1,000 messages for a ticket", async () => {
    const { id } = await openTicket(shop);
    await rows(
      `insert into ticket_messages (organization_id, ticket_id, kind, body, author_name, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 999) select ?, ?, 'note', 'x', 'Ann', 1 from n`,
      shop.id,
      id,
    );
    expect((await add(id, note("The last one."))).status).toBe(201);
    const before = await everything();
    const full = await add(id, note("One more."));
    expect({ status: full.status, code: full.body.error.details[0].code }).toEqual({ status: 409, code: "too_many_messages" });
    expect(await everything()).toEqual(before);
  });

  it("takes two trips, and is applied once for an idempotency key", async () => {
    const { id } = await openTicket(shop);
    expect(await logOf(() => add(id, note("x")))).toMatchObject({ status: 201, d1_trips: 2, gate_calls: 1 });
    const key = { body: note("Once."), headers: idempotencyKey() };
    const both = [await shop.v2(`/tickets/${id}/messages`, key), await shop.v2(`/tickets/${id}/messages`, key)];
    expect(both[1]?.text).toBe(both[0]?.text);
    expect((await list(id)).body.data).toHaveLength(2);
  });

  it("by many at once adds each message, with one event each", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    const sent = await Promise.all(Array.from({ length: 6 }, (_, n) => add(id, note(`Note ${n}`), own)));
    expect(sent.map(({ status }) => status)).toEqual(sent.map(() => 201));
    const { data } = (await list(id, "", own)).body;
    expect(data.map(({ body }: Message) => body).toSorted()).toEqual(sent.map((_, n) => `Note ${n}`));
    expect(await eventsOf(own)).toHaveLength(7);
  });
});

describe("GET /tickets/{id}/messages", () => {
  it("has each message once over all pages, which take one trip each, and rejects the cursor of another ticket", async () => {
    const { id } = await openTicket(shop);
    for (let n = 0; n < 5; n += 1) await add(id, note(`${n}`));
    const found: string[] = [];
    for (let cursor: string | null = ""; cursor !== null;) {
      const { body } = await list(id, `limit=2&cursor=${cursor}`);
      found.push(...body.data.map((message: Message) => message.body));
      cursor = body.next_cursor;
    }
    expect(found).toEqual(["0", "1", "2", "3", "4"]);
    const { next_cursor } = (await list(id, "limit=2")).body;
    expect(violationsOf(await list(ticket, `cursor=${next_cursor}`))).toEqual(["cursor invalid_cursor"]);
    expect(await logOf(() => list(id))).toMatchObject({ d1_trips: 1, gate_calls: 1, rows_written: 0 });
  });
});

describe("POST /tickets/{id}/messages/{ticket_message_id}/sent", () => {
  it("records who has sent a reply and when, once, and sends ticket.updated", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    const { id: message } = messageOf(await add(id, reply("On its way."), own), 201);
    const sent = messageOf(await markSent(id, message, own), 200);
    expect(sent).toMatchObject({ id: message, sent_at: expect.stringMatching(/Z$/), sent_by_name: sent.author_name });
    expect(messageOf(await markSent(id, message, own), 200)).toEqual(sent);
    expect((await eventsOf(own)).slice(1).map(({ changed_fields }) => changed_fields)).toEqual([["messages"], ["messages"]]);
  });

  it("by two at once is recorded once", async () => {
    const own = await createShop();
    const { id } = await openTicket(own);
    const { id: message } = messageOf(await add(id, reply("On its way."), own), 201);
    const both = await Promise.all([markSent(id, message, own), markSent(id, message, own)]);
    expect(both.map(({ status }) => status)).toEqual([200, 200]);
    expect(await eventsOf(own)).toHaveLength(3);
  });

  it("returns 409 for a note, and 404 for an unknown message, another ticket's and another organization's", async () => {
    const other = await createShop();
    const theirs = await openTicket(other);
    const { id: theirMessage } = messageOf(await add(theirs.id, reply("Theirs."), other), 201);
    const { id: noteId } = messageOf(await add(ticket, note("x")), 201);
    const { id: replyId } = messageOf(await add(ticket, reply("x")), 201);
    const another = await openTicket(shop);
    const before = await everything();
    const onNote = await markSent(ticket, noteId);
    expect({ status: onNote.status, code: onNote.body.error.details[0].code }).toEqual({ status: 409, code: "not_a_reply" });
    for (const [id, message] of [
      [ticket, 999_999_999],
      [another.id, replyId],
      [ticket, theirMessage],
      [theirs.id, theirMessage],
    ] as const) {
      expect((await markSent(id, message)).status, `${id}/${message}`).toBe(404);
    }
    expect(await everything()).toEqual(before);
  });
});
