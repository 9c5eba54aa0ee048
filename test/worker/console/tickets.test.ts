import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor;
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

const FORM = { subject: "Late", body: "Where is it?", status: "open", priority: "normal", order_id: "", channel: "", customer_name: "" };

const readStored = async (id: number) => (await rows("select * from tickets where id = ?", id))[0];

async function createTicket(form: Record<string, string> = {}): Promise<number> {
  const { status, location } = await member.send("/tickets", { ...FORM, ...form });
  expect(status).toBe(303);
  return Number(/\/tickets\/(\d+)/.exec(location ?? "")?.[1]);
}

describe("tickets in the console", () => {
  it("are created by a form once, however often it is sent, and record one event", async () => {
    const form = { ...FORM, form_token: tokenIn(await member.open("/tickets/new")), subject: "Sent twice" };
    const [first, second] = [await member.send("/tickets", form), await member.send("/tickets", form)];
    const all = await rows<{ id: number }>("select * from tickets where subject = 'Sent twice'");
    expect(all).toMatchObject([{ organization_id: shop.id, status: "open", priority: "normal", order_id: null, channel: null }]);
    expect(first.location).toBe(`/console/${shop.id}/tickets/${all[0]?.id}?done=ticket_created`);
    expect({ status: second.status, location: second.location }).toEqual({
      status: 303,
      location: `/console/${shop.id}/tickets?done=repeated`,
    });
    const events = "select count(*) as n from events where type = 'ticket.created' and body->>'ticket_id' = ?";
    expect(await rows(events, all[0]?.id)).toEqual([{ n: 1 }]);
  });

  it("name their order, and show an error at the field for an unknown one", async () => {
    const order = await ingestOrder(shop, { external_id: "EXT-77", customer_name: "Ann" });
    const id = await createTicket({ order_id: String(order.id), subject: "About an order" });
    const link = `<a href="/console/${shop.id}/orders/${order.id}">${order.number ?? "EXT-77"}</a>`;
    expect((await viewer.open(`/tickets/${id}`)).text).toContain(link);
    const list = await viewer.open(`/tickets?order_id=${order.id}`);
    expect(list.text).toContain(link);
    expect(list.text).toContain("Ann");
    expect(list.text.match(/\/tickets\/\d+"/g)).toHaveLength(1);
    // Its customer is filled in.
    expect((await member.open(`/tickets/new?order_id=${order.id}`)).text).toMatch(/name="customer_name"[^>]* value="Ann"/);
    const rejected = await member.send("/tickets", { ...FORM, order_id: "999999", body: "Kept" });
    expect(rejected.status).toBe(404);
    expect(rejected.text).toContain('<p class="field-error" id="order_id-error">No such order in this organization.</p>');
    expect(rejected.text).toContain("Kept</textarea>");
  });

  it("offer the order that was chosen by its name, however old it is", async () => {
    const other = await createShop();
    const own = await createMember(other.id, "member");
    const old = await ingestOrder(other, { number: "#OLD", customer_name: "Ann", date: "2020-01-01T00:00:00Z" });
    const orders = Array.from({ length: 100 }, (_, n) => ({ store: "gift", external_id: `n${n}`, items: [{ name: "Mug", price: 1 }] }));
    expect((await other.v2("/orders/bulk", { body: { orders } })).body).toMatchObject({ summary: { created: 100 } });
    const { body: ticket } = await other.v2("/tickets", { body: { subject: "Late", body: "Where is it?", order_id: old.id } });
    const chosenIn = ({ text }: { text: string }) => /<option value="(\d+)" selected=""[^>]*>(#OLD[^<]*)</.exec(text)?.slice(1);
    const chosen = [String(old.id), expect.stringContaining("#OLD")];
    for (const page of [`/tickets/${ticket.id}/edit`, `/tickets/new?order_id=${old.id}`, `/tickets?order_id=${old.id}`])
      expect({ page, chosen: chosenIn(await own.open(page)) }).toEqual({ page, chosen });
    const { body: another } = await other.v2("/tickets", { body: { subject: "Late", body: "Where is it?" } });
    const rejected = await own.send(`/tickets/${another.id}`, { ...FORM, subject: "", order_id: String(old.id) });
    expect({ status: rejected.status, chosen: chosenIn(rejected) }).toEqual({ status: 400, chosen });
  });

  it("have their number in the title of the page that edits them", async () => {
    const id = await createTicket();
    const number = Number((await readStored(id))?.["number"]);
    // The tickets of another organization have ids too, so the id is another number.
    expect(id).not.toBe(number);
    const { text } = await member.open(`/tickets/${id}/edit`);
    expect({ isTitle: text.includes(`<h1>Edit ticket #${number}</h1>`), hasId: text.includes(`#${id}`) }).toEqual({
      isTitle: true,
      hasId: false,
    });
  });

  it("say how their order is found, with and without a script", async () => {
    const { text } = await member.open("/tickets/new");
    expect(text).toContain("The latest 100 orders.");
    expect(text).toContain('data-hint="Search all orders." data-unchosen="Choose an order from the list, or clear the search."');
  });

  it("can change their status and priority alone, or all fields", async () => {
    const id = await createTicket({ channel: "email" });
    await member.send(`/tickets/${id}`, { status: "resolved", priority: "high" });
    expect(await readStored(id)).toMatchObject({ status: "resolved", priority: "high", subject: "Late", channel: "email" });
    const changed = await member.send(`/tickets/${id}`, { ...FORM, subject: "Found", expected_version: "2" });
    expect(changed.location).toBe(`/console/${shop.id}/tickets/${id}?done=ticket_saved`);
    expect(await readStored(id)).toMatchObject({ subject: "Found", status: "open", channel: null });
  });

  it("are not overwritten after a concurrent change, and keep the input if they are rejected", async () => {
    const id = await createTicket();
    await shop.v2(`/tickets/${id}`, { method: "PATCH", body: { priority: "urgent" } });
    const rejected = await member.send(`/tickets/${id}`, { ...FORM, subject: "Mine", expected_version: "1" });
    expect([rejected.status, await readStored(id)]).toMatchObject([412, { subject: "Late", priority: "urgent" }]);
    expect(rejected.text).toContain('value="Mine"');
    const empty = await member.send(`/tickets/${id}`, { ...FORM, subject: " " });
    expect(empty.status).toBe(400);
    expect(empty.text).toContain('<p class="field-error" id="subject-error">Fill in this field.</p>');
  });

  it("are visible to a viewer, who gets no form and is forbidden to send one", async () => {
    const id = await createTicket({ body: "<b>Line 1</b>\nLine 2" });
    const page = await viewer.open(`/tickets/${id}`);
    expect(page.text).toContain("&lt;b&gt;Line 1&lt;/b&gt;\nLine 2");
    expect(page.text).not.toContain(`action="/console/${shop.id}/tickets`);
    expect(page.text).not.toContain("/edit");
    expect((await viewer.open(`/tickets/${id}/edit`)).status).toBe(403);
    expect([(await viewer.send("/tickets", FORM)).status, (await viewer.send(`/tickets/${id}`, FORM)).status]).toEqual([403, 403]);
    expect(await readStored(id)).toMatchObject({ subject: "Late", version: 1 });
  });

  it("are listed in pages by cursor, which is valid only for its own filters", async () => {
    const other = await createShop();
    const reader = await createMember(other.id, "viewer");
    await rows(
      `with recursive n(n) as (select 1 union all select n + 1 from n where n < 51)
        insert into tickets (organization_id, number, subject, body, status, priority, created_at, updated_at)
        select ?, n, 'Ticket ' || n, '…', 'open', 'low', 1, 1 from n`,
      other.id,
    );
    const idsOf = (text: string) => [...text.matchAll(/\/tickets\/(\d+)"/g)].map(([, id]) => Number(id));
    const first = await reader.open("/tickets?priority=low");
    const next =
      /rel="next" href="([^"]+)"/
        .exec(first.text)?.[1]
        ?.replaceAll("&amp;", "&")
        .replace(/^\/console\/\d+/, "") ?? "";
    const second = await reader.open(next);
    const all = await rows<{ id: number }>("select id from tickets where organization_id = ? order by id desc", other.id);
    expect([...idsOf(first.text), ...idsOf(second.text)]).toEqual(all.map(({ id }) => id));
    expect(idsOf(second.text)).toHaveLength(1);
    expect(second.text).toContain("First page");
    expect((await reader.open(next.replace("low", "high"))).status).toBe(400);
    expect(idsOf((await reader.open("/tickets?status=closed")).text)).toEqual([]);
  });
});
