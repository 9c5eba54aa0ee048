import { beforeAll, describe, expect, it } from "vitest";
import { createShop, idempotencyKey, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "./kit";

let shop: Shop;
let member: Visitor & { id: number };
let viewer: Visitor;
beforeAll(async () => {
  shop = await createShop();
  [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
});

async function openTicket(fields: Record<string, unknown> = {}): Promise<number> {
  return (await shop.v2("/tickets", { body: { subject: "Late", body: "Where is it?", ...fields } })).body.id;
}

async function createTemplate(name: string, body: string): Promise<number> {
  const { status } = await member.send("/tickets/templates", { name, body });
  expect(status).toBe(303);
  const [row] = await rows<{ id: number }>("select id from ticket_templates where organization_id = ? and name = ?", shop.id, name);
  return row?.id ?? 0;
}

const messagesOf = async (ticket: number) => await rows("select * from ticket_messages where ticket_id = ? order by id", ticket);

describe("an answer to a ticket", () => {
  it("is saved as a reply with a button to copy it, and marked as sent with who and when; a note has neither", async () => {
    const id = await openTicket();
    const answer = { kind: "reply", body: "It is on its way.\n<b>Ann</b>", status: "" };
    expect((await member.send(`/tickets/${id}/messages`, answer)).location).toBe(`/console/${shop.id}/tickets/${id}?done=reply_saved`);
    await member.send(`/tickets/${id}/messages`, { kind: "note", body: "Asked the carrier.", status: "" });
    const [reply] = await messagesOf(id);
    expect(reply).toMatchObject({ kind: "reply", author_user_id: member.id, author_name: member.email, sent_at: null });
    const path = `/tickets/${id}/messages/${String(reply?.["id"])}/sent`;
    const page = (await member.open(`/tickets/${id}`)).text;
    expect(page).toContain("&lt;b&gt;Ann&lt;/b&gt;");
    expect(page).toContain("Not sent");
    expect(page).toContain("Internal note");
    expect(page.match(/data-copy="message-\d+"/g)).toEqual([`data-copy="message-${String(reply?.["id"])}"`]);
    expect(page.match(/messages\/\d+\/sent"/g)).toEqual([expect.stringContaining(`/${String(reply?.["id"])}/`)]);
    expect((await member.send(path, {})).location).toBe(`/console/${shop.id}/tickets/${id}?done=reply_sent`);
    expect((await messagesOf(id))[0]).toMatchObject({ sent_at: expect.any(Number), sent_by_name: member.email });
    const after = (await viewer.open(`/tickets/${id}`)).text;
    expect(after).toContain(`Sent by ${member.email}`);
    expect(after).not.toContain("Mark as sent");
  });

  it("may change the status with it, and is saved once however often it is sent", async () => {
    const id = await openTicket();
    const form = { kind: "reply", body: "Done.", status: "resolved", form_token: tokenIn(await member.open(`/tickets/${id}`)) };
    await member.send(`/tickets/${id}/messages`, form);
    await member.send(`/tickets/${id}/messages`, form);
    expect(await messagesOf(id)).toHaveLength(1);
    expect((await shop.v2(`/tickets/${id}`)).body.status).toBe("resolved");
    expect((await member.open(`/tickets/${id}`)).text).toMatch(/Status changed from Open to Resolved/);
  });

  it("keeps what was typed if it is rejected, and is saved although somebody else has changed the ticket", async () => {
    const id = await openTicket();
    const empty = await member.send(`/tickets/${id}/messages`, { kind: "reply", body: " ", status: "pending" });
    expect({ status: empty.status, text: empty.text }).toEqual({ status: 400, text: expect.stringContaining("Fill in this field.") });
    expect(empty.text).toContain('<option value="pending" selected=""');
    const left = await member.send(`/tickets/${id}/messages`, { kind: "reply", body: "Dear {{customer_name}}, sorry", status: "" });
    expect(left.status).toBe(400);
    expect(left.text).toContain("Replace {{customer_name}} before the reply is saved: the buyer would read it as it is.");
    expect(left.text).toContain("Dear {{customer_name}}, sorry</textarea>");
    await shop.v2(`/tickets/${id}`, { method: "PATCH", body: { priority: "high" } });
    expect((await member.send(`/tickets/${id}/messages`, { kind: "reply", body: "Mine", status: "" })).status).toBe(303);
    expect(await messagesOf(id)).toMatchObject([{ body: "Mine" }]);
  });

  it("is not for viewers", async () => {
    const id = await openTicket();
    const page = await viewer.open(`/tickets/${id}`);
    expect(page.text).not.toContain("<textarea");
    expect((await viewer.send(`/tickets/${id}/messages`, { kind: "note", body: "x", status: "" })).status).toBe(403);
    expect((await viewer.open("/tickets/templates")).status).toBe(403);
    expect(await messagesOf(id)).toEqual([]);
  });

  it("has older messages on pages of their own", async () => {
    const id = await openTicket();
    await rows(
      `insert into ticket_messages (organization_id, ticket_id, kind, body, author_name, created_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 60) select ?, ?, 'note', 'Note ' || i || '.', 'Ann', i from n`,
      shop.id,
      id,
    );
    const newest = (await viewer.open(`/tickets/${id}`)).text;
    expect(newest).not.toContain("Note 1.");
    const older = /\/tickets\/\d+\?messages_before=\d+/.exec(newest)?.[0] ?? "";
    const all = newest + (await viewer.open(older)).text;
    for (let n = 1; n <= 60; n += 1) expect(all.split(`Note ${n}.`)).toHaveLength(2);
  });
});

describe("a template", () => {
  it("is filled in from the ticket's order after what was typed, and nothing is written", async () => {
    const order = await ingestOrder(shop, { external_id: "E-1", number: "#1001", customer_name: "Bea Ito" });
    const [item] = order.items;
    await shop.v2(`/orders/${order.id}/fulfillments`, {
      body: { tracking_number: "1Z999AA10123456784", carrier: "UPS", items: [{ order_item_id: item.id, quantity: 1 }] },
      headers: idempotencyKey(),
    });
    const id = await openTicket({ order_id: order.id });
    const template = await createTemplate(
      "On its way",
      "Dear {{customer_name}},\n{{ order_number }} of {{store_name}} comes with {{carrier}}: {{tracking_number}} {{tracking_link}}\n{{my_name}}, {{ticket_number}}",
    );
    expect((await member.open(`/tickets/${id}`)).text).toContain(`<option value="${template}">On its way</option>`);
    const before = await rows("select version from tickets where id = ?", id);
    const page = await member.send(`/tickets/${id}/template`, { template_id: String(template), body: "Hello!\n", status: "pending" });
    expect(page.status).toBe(200);
    const [ticket] = await rows<{ number: number }>("select number from tickets where id = ?", id);
    const text = /<textarea[^>]*>([^<]*)<\/textarea>/.exec(page.text)?.[1]?.replaceAll("&amp;", "&");
    expect(text).toBe(
      `Hello!\n\nDear Bea Ito,\n#1001 of Gift shop comes with UPS: 1Z999AA10123456784 https://www.ups.com/track?tracknum=1Z999AA10123456784\n${member.email}, #${ticket?.number}`,
    );
    expect(page.text).toContain('<option value="pending" selected=""');
    expect(page.text).toContain("data-unsaved");
    expect({ messages: await messagesOf(id), rows: await rows("select version from tickets where id = ?", id) }).toEqual({
      messages: [],
      rows: before,
    });
  });

  it("says which placeholders have no value for the order before anything is saved", async () => {
    const order = await ingestOrder(shop, { customer_name: "Bea Ito" });
    const template = await createTemplate("Tracking", "Dear {{customer_name}}, {{carrier}}: {{tracking_link}}");
    for (const fields of [{ order_id: order.id }, { customer_name: "Bea Ito" }]) {
      const id = await openTicket(fields);
      const page = await member.send(`/tickets/${id}/template`, { template_id: String(template), body: "", status: "" });
      expect(page.text).toContain("has no value for the carrier and the tracking link. Replace {{carrier}} and {{tracking_link}}.");
      expect(page.text).toContain("Dear Bea Ito, {{carrier}}: {{tracking_link}}</textarea>");
    }
  });

  it("that no longer exists, or none, is an error at its field that keeps the text", async () => {
    const id = await openTicket();
    for (const [template_id, status] of [
      ["999999", 404],
      ["", 400],
    ] as const) {
      const page = await member.send(`/tickets/${id}/template`, { template_id, body: "Kept", status: "" });
      expect([page.status, page.text.includes('id="answer-template_id-error"'), page.text.includes("Kept</textarea>")]).toEqual([
        status,
        true,
        true,
      ]);
    }
  });

  it("with an unknown placeholder, a name that is taken or no text is not saved, and what was typed is kept", async () => {
    await createTemplate("Größe", "x");
    for (const [name, body, status, message] of [
      ["New", "Dear {{customer}}, {{oder_number}}", 400, "{{customer}}, {{oder_number}} are no placeholders. Use {{customer_name}}, "],
      ["GRÖßE", "y", 409, "Another template has this name."],
      ["No text", " ", 400, "Fill in this field."],
    ] as const) {
      const page = await member.send("/tickets/templates", { name, body });
      const kept = [`value="${name}"`, `${body}</textarea>`].map((text) => page.text.includes(text));
      expect([page.status, page.text.includes(message), ...kept], name).toEqual([status, true, true, true]);
    }
  });

  it("is changed and deleted by members, and merges what two people change", async () => {
    const id = await createTemplate("Thanks", "Thank you.");
    const opened = JSON.stringify({ name: "Thanks", body: "Thank you." });
    await member.send(`/tickets/templates/${id}`, {
      name: "Thanks a lot",
      body: "Thank you.",
      expected_version: "1",
      opened_values: opened,
    });
    const merged = await member.send(`/tickets/templates/${id}`, {
      name: "Thanks",
      body: "Thank you, {{customer_name}}.",
      expected_version: "1",
      opened_values: opened,
    });
    expect(merged.location).toBe(`/console/${shop.id}/tickets/templates?done=template_saved`);
    expect(await rows("select name, body from ticket_templates where id = ?", id)).toEqual([
      { name: "Thanks a lot", body: "Thank you, {{customer_name}}." },
    ]);
    expect((await member.open("/tickets/templates")).text).toContain("Thanks a lot");
    await member.send(`/tickets/templates/${id}/delete`, {});
    expect((await member.open(`/tickets/templates/${id}`)).status).toBe(404);
    expect(await rows("select id from ticket_templates where id = ?", id)).toEqual([]);
  });

  it("has a limit of 100 for an organization, and belongs to its organization", async () => {
    const other = await createShop();
    const theirs = await createMember(other.id, "owner");
    await rows(
      `insert into ticket_templates (organization_id, name, body, created_at, updated_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 100) select ?, 'Template ' || i, 'x', 1, 1 from n`,
      other.id,
    );
    const full = await theirs.send("/tickets/templates", { name: "One more", body: "x" });
    expect({ status: full.status, text: full.text }).toEqual({
      status: 409,
      text: expect.stringContaining("There are already 100 templates"),
    });
    const [{ id } = { id: 0 }] = await rows<{ id: number }>("select id from ticket_templates where organization_id = ? limit 1", other.id);
    const ticket = await openTicket();
    expect((await member.open(`/tickets/templates/${id}`)).status).toBe(404);
    expect((await member.send(`/tickets/templates/${id}/delete`, {})).status).toBe(404);
    expect((await member.send(`/tickets/${ticket}/template`, { template_id: String(id), body: "", status: "" })).status).toBe(404);
  });
});

describe("the list of tickets", () => {
  it("has a tab for each status with its exact number, which follows changes", async () => {
    const own = await createShop();
    const reader = await createMember(own.id, "viewer");
    const tabs = async (query = "") => {
      const nav = /<nav class="tabs"[^]*?<\/nav>/.exec((await reader.open(`/tickets${query}`)).text)?.[0] ?? "";
      return [...nav.matchAll(/<a [^>]*>(\w+) (?:<span class="count">([\d,]+)<\/span>)?<\/a>/g)].map(([, name, count]) => [name, count]);
    };
    expect(await tabs()).toEqual(["All", "Open", "Pending", "Resolved", "Closed"].map((name) => [name, "0"]));
    // More than the 1,000 up to which the pages of supplier orders and proofs count.
    await rows(
      `insert into tickets (organization_id, number, subject, body, status, priority, created_at, updated_at)
        with recursive n(i) as (select 1 union all select i + 1 from n where i < 1200) select ?, i, 's', 'b', 'closed', 'low', 1, 1 from n`,
      own.id,
    );
    const { id } = (await own.v2("/tickets", { body: { subject: "s", body: "b" } })).body;
    expect(await tabs()).toEqual([
      ["All", "1,201"],
      ["Open", "1"],
      ["Pending", "0"],
      ["Resolved", "0"],
      ["Closed", "1,200"],
    ]);
    await own.v2(`/tickets/${id}/messages`, { body: { kind: "reply", body: "Done.", status: "resolved" } });
    expect((await tabs("?status=resolved")).slice(1, 4)).toEqual([
      ["Open", "0"],
      ["Pending", "0"],
      ["Resolved", "1"],
    ]);
    // The numbers are those of all tickets, so they are left out beside another filter.
    expect((await tabs("?priority=low")).map(([, count]) => count)).toEqual(Array.from({ length: 5 }, () => undefined));
  });

  it("shows and filters assignees, and what is overdue", async () => {
    await openTicket({ assignee: member.email, due_date: "2026-01-02", subject: "Overdue one" });
    await openTicket({ due_date: "2026-01-02", status: "closed", subject: "Closed one" });
    const list = (await viewer.open(`/tickets?assignee=${encodeURIComponent(member.email)}`)).text;
    expect(list).toMatch(/#\d+ Overdue one/);
    expect(list).toContain("Overdue: ");
    expect(list).not.toContain("Closed one");
    const unassigned = (await viewer.open("/tickets?assignee=none")).text;
    expect([unassigned.includes("Overdue one"), unassigned.includes("Closed one")]).toEqual([false, true]);
    expect(unassigned).not.toContain("Overdue: ");
    // Resolved and closed tickets are not due.
    const due = (await viewer.open("/tickets?due_to=2026-01-02")).text;
    expect([due.includes("Overdue one"), due.includes("Closed one")]).toEqual([true, false]);
  });
});

describe("the page of a ticket", () => {
  it("assigns it, to a member only", async () => {
    const id = await openTicket();
    await member.send(`/tickets/${id}`, { assignee: member.email, due_date: "2031-01-02" });
    expect((await shop.v2(`/tickets/${id}`)).body).toMatchObject({ assignee: member.email, due_date: "2031-01-02" });
    const rejected = await member.send(`/tickets/${id}`, { assignee: "nobody@example.com", due_date: "" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({
      status: 404,
      text: expect.stringContaining("No member of this organization has this email address."),
    });
    await member.send(`/tickets/${id}`, { assignee: "", due_date: "" });
    expect((await shop.v2(`/tickets/${id}`)).body).toMatchObject({ assignee: null, due_date: null });
  });
});
