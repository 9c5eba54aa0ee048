import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { AUDIT_REASONS } from "../../../src/resources/orders/audit-reasons";
import { createMember, tokenIn, type Visitor } from "./kit";

/** Orders that a person must check (docs/spec/console.md#audits). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

const noticeOf = async (id: number, visitor = member): Promise<string | undefined> =>
  /<div class="notice bad"[^>]*>\s*<p>(.*?)<\/p>/s.exec((await visitor.open(`/orders/${id}`)).text)?.[1];

describe("an order that needs an audit", () => {
  it.each(Object.entries(AUDIT_REASONS))("for the reason %s has a notice at the top", async (reason, sentence) => {
    const { id } = await ingestOrder(shop, { status: "Shipped", requires_audit: true });
    await rows("update orders set audit_reasons = ? where id = ? returning id", JSON.stringify([reason]), id);
    expect(await noticeOf(id)).toBe(`${sentence} Check it, then clear the flag.`);
  });

  it("lists all reasons, or that a person has set the flag if there is none", async () => {
    const { id } = await ingestOrder(shop, { items: [{ name: "Mug", price: 5 }], total_amount: 1, tax: 2 });
    expect(await noticeOf(id)).toBe("The amounts do not add up. The tax is more than the total. Check it, then clear the flag.");
    // The status in the shop alone is no reason.
    const marked = await ingestOrder(shop, { requires_audit: true, source_status: "cancelled" });
    expect(await noticeOf(marked.id)).toBe("This order is marked for an audit. Check it, then clear the flag.");
  });

  it("is cleared with one button, once, and only in the version that the page showed", async () => {
    const { id } = await ingestOrder(shop, { status: "Shipped", source_status: "refunded", requires_audit: true });
    const path = `/orders/${id}/clear-audit`;
    const page = await member.open(`/orders/${id}`);
    expect(page.text).toMatch(
      new RegExp(`action="/console/${shop.id}${path}".*?name="expected_version" value="1".*?>Clear the flag<`, "s"),
    );
    await shop.v2(`/orders/${id}`, { method: "PATCH", body: { customer_name: "Theirs" } });
    const late = await member.send(path, { expected_version: "1" });
    expect({ status: late.status, text: late.text }).toEqual({
      status: 412,
      text: expect.stringContaining("Somebody changed this order after you opened it."),
    });
    const form = { expected_version: "2", form_token: tokenIn(late) };
    for (const _nth of [1, 2])
      expect((await member.send(path, form)).location).toMatch(new RegExp(`^/console/${shop.id}/orders/${id}(\\?|$)`));
    expect(await rows("select requires_audit, version from orders where id = ?", id)).toEqual([{ requires_audit: 0, version: 3 }]);
    expect(await noticeOf(id)).toBeUndefined();
  });

  it("is shown to viewers without the button", async () => {
    const { id } = await ingestOrder(shop, { status: "Shipped", source_status: "refunded", requires_audit: true });
    const viewer = await createMember(shop.id, "viewer");
    expect(await noticeOf(id, viewer)).toBe("This order is marked for an audit.");
    expect((await viewer.open(`/orders/${id}`)).text).not.toContain("clear-audit");
    expect((await viewer.send(`/orders/${id}/clear-audit`, {})).status).toBe(403);
  });
});

it("an order that needs an audit is found by a filter of the list and counted on the home page", async () => {
  const own = await createShop();
  const [first, last] = [await ingestOrder(own, { requires_audit: true }), await ingestOrder(own, { requires_audit: true })];
  await ingestOrder(own, { requires_audit: false });
  const admin = await createMember(own.id, "admin");
  const home = (await admin.open("/home")).text;
  expect(home).toMatch(
    new RegExp(`href="/console/${own.id}/orders\\?requires_audit=true"[^>]*><span class="value">2</span> Need an audit`),
  );
  const { text } = await admin.open("/orders?requires_audit=true");
  expect(text.match(/class="main"/g)).toHaveLength(2);
  for (const { id } of [first, last]) expect(text).toContain(`/orders/${id}"`);
  expect(text).toMatch(/name="requires_audit"[^>]*checked/);
});
