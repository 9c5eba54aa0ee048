import { beforeAll, describe, expect, it } from "vitest";
import { asOperator, createShop, rows, type Shop } from "../../kit/client";
import { logOf } from "../../kit/log";
import { violationsOf } from "../expenses/kit";
import { eventsOf, everything, openTicket, ticketOf } from "./kit";

const ANN = "Ann.Lee@example.com";
const BEA = "bea@example.com";

let shop: Shop;

beforeAll(async () => {
  shop = await createShop();
  await asOperator(`/organizations/${shop.id}/members`, { email: ANN, role: "member" });
  await asOperator(`/organizations/${shop.id}/members`, { email: BEA, role: "viewer" });
});

const patch = (id: number, body: unknown, of: Shop = shop) => of.v2(`/tickets/${id}`, { method: "PATCH", body });

describe("the assignee of a ticket", () => {
  it("is a member, named by email address in any case, and can be changed and removed", async () => {
    expect(await openTicket(shop, { assignee: ANN.toUpperCase() })).toMatchObject({ assignee: ANN });
    const { id } = await openTicket(shop);
    expect(ticketOf(await patch(id, { assignee: ` ${ANN.toLowerCase()} ` }), 200)).toMatchObject({ assignee: ANN });
    expect(ticketOf(await patch(id, { assignee: BEA }), 200)).toMatchObject({ assignee: BEA });
    expect(ticketOf(await patch(id, { assignee: null }), 200)).toMatchObject({ assignee: null });
  });

  it("is 404 at `assignee` for anybody else, also for a member of another organization, and nothing is written", async () => {
    const other = await createShop();
    await asOperator(`/organizations/${other.id}/members`, { email: "theirs@example.com", role: "owner" });
    const { id } = await openTicket(shop);
    const before = await everything();
    for (const assignee of ["theirs@example.com", "nobody@example.com", "Ann", "none"]) {
      for (const response of [
        await patch(id, { assignee, status: "closed" }),
        await shop.v2("/tickets", { body: { subject: "s", body: "b", assignee } }),
      ]) {
        expect([response.status, response.body.error.details], assignee).toMatchObject([404, [{ path: "assignee", code: "not_found" }]]);
      }
    }
    expect(violationsOf(await patch(id, { assignee: "x".repeat(321) }))).toEqual(["assignee too_big"]);
    expect(await everything()).toEqual(before);
  });

  it("stays when the member leaves, until it is removed", async () => {
    const own = await createShop();
    const { user_id } = await asOperator(`/organizations/${own.id}/members`, { email: "leaves@example.com", role: "member" });
    const { id } = await openTicket(own, { assignee: "leaves@example.com" });
    await rows("delete from memberships where organization_id = ? and user_id = ?", own.id, user_id);
    expect(ticketOf(await patch(id, { assignee: "leaves@example.com", status: "pending" }, own), 200)).toMatchObject({
      assignee: "leaves@example.com",
      status: "pending",
    });
    await patch(id, { assignee: null }, own);
    expect((await patch(id, { assignee: "leaves@example.com" }, own)).status).toBe(404);
  });

  it("takes two trips, as the other fields do (change.test.ts)", async () => {
    const { id } = await openTicket(shop);
    expect(await logOf(() => patch(id, { assignee: ANN }))).toMatchObject({ status: 200, d1_trips: 2, gate_calls: 1 });
  });
});

describe("the due date of a ticket", () => {
  it("is a day, or null", async () => {
    const { id, due_date } = await openTicket(shop, { due_date: "2028-02-29" });
    expect(due_date).toBe("2028-02-29");
    expect(ticketOf(await patch(id, { due_date: null }), 200)).toMatchObject({ due_date: null });
    const before = await everything();
    for (const wrong of ["2027-02-29", "tomorrow", "2027-01-01T00:00:00Z", "", 20270101]) {
      expect(violationsOf(await patch(id, { due_date: wrong })), String(wrong)).toEqual([expect.stringMatching(/^due_date /)]);
    }
    expect(await everything()).toEqual(before);
  });
});

describe("the history of a ticket", () => {
  it("has each changed field with its author and, of statuses, priorities, assignees and due dates, both values", async () => {
    const own = await createShop();
    await asOperator(`/organizations/${own.id}/members`, { email: BEA, role: "member" });
    const { id } = await openTicket(own, { customer_name: "Zora Quellmark" });
    await patch(id, { status: "pending", assignee: BEA, due_date: "2026-12-01", customer_name: "Ann" }, own);
    await patch(id, { priority: "high", assignee: null }, own);
    const history = await rows(
      "select field, from_value, to_value, actor_kind, actor_id from ticket_history where ticket_id = ? order by id",
      id,
    );
    const by = { actor_kind: "credential", actor_id: own.token.id };
    expect(history).toEqual([
      { field: "status", from_value: "open", to_value: "pending", ...by },
      { field: "customer_name", from_value: null, to_value: null, ...by },
      { field: "assignee", from_value: null, to_value: BEA, ...by },
      { field: "due_date", from_value: null, to_value: "2026-12-01", ...by },
      { field: "priority", from_value: "normal", to_value: "high", ...by },
      { field: "assignee", from_value: BEA, to_value: null, ...by },
    ]);
    expect((await eventsOf(own)).slice(1).map(({ changed_fields }) => changed_fields)).toEqual([
      ["status", "customer_name", "assignee", "due_date"],
      ["priority", "assignee"],
    ]);
  });
});
