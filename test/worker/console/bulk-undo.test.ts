import { beforeAll, describe, expect, it } from "vitest";
import { createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { createMember, type Page, type Visitor } from "./kit";

/** What bulk actions say, and how they are undone (docs/spec/console.md#undo-of-a-bulk-action). */

let shop: Shop;
let member: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMember(shop.id, "member");
});

type Fields = Record<string, string | readonly string[]>;

/** What the list says after an action, and the fields of its button "Undo". */
async function listAfter({ location }: Page): Promise<{ message: string | undefined; undo: Record<string, string> | null }> {
  const { text } = await member.open((location ?? "").replace(`/console/${shop.id}`, ""));
  const form = /<form method="post" action="[^"]*\/orders\/bulk\/undo"[^>]*>(.*?)<\/form>/s.exec(text)?.[1];
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(form ?? "")?.[1]?.replaceAll("&amp;", "&") ?? "";
  return {
    message: /class="said">([^<]*)</.exec(text)?.[1],
    undo: form === undefined ? null : { operation: field("operation"), back: field("back") },
  };
}

async function act(ids: readonly number[], fields: Fields) {
  return await listAfter(await member.send("/orders/bulk", { ids: ids.map(String), ...fields }));
}

const undo = async (fields: Record<string, string> | null) => await member.send("/orders/bulk/undo", fields ?? {});
const read = async (id: number) => (await shop.v2(`/orders/${id}`)).body;
const createOrders = async (count: number, fields: object = {}): Promise<number[]> => {
  const ids = [];
  for (let at = 0; at < count; at += 1) ids.push((await ingestOrder(shop, { ...fields })).id);
  return ids;
};

describe("the message after a bulk action", () => {
  it("says what happened to how many orders", { tags: "long" }, async () => {
    const [one = 0, two = 0] = await createOrders(2);
    const messageAfter = async (fields: Fields, ids = [one, two]) => (await act(ids, fields)).message;
    expect(await messageAfter({ do: "set_status", status: "In Production" }, [one])).toBe("1 order moved to In Production.");
    expect(await messageAfter({ do: "set_status", status: "In Production" })).toBe(
      "1 order moved to In Production. 1 order was like this already.",
    );
    expect(await messageAfter({ do: "set_status", status: "In Production" })).toBe("Nothing changed: 2 orders were like this already.");
    expect(await messageAfter({ do: "add_tags", tags: "rush" })).toBe("2 orders tagged.");
    expect(await messageAfter({ do: "remove_tags", tags: "rush" })).toBe("Tags removed from 2 orders.");
    expect(await messageAfter({ do: "assignee", assignee: "ann@example.com" })).toBe("2 orders assigned.");
    expect(await messageAfter({ do: "assignee", assignee: "" })).toBe("Assignee removed from 2 orders.");
    expect(await messageAfter({ do: "supplier", supplier: "Acme" })).toBe("Supplier of 2 orders set.");
    expect(await messageAfter({ do: "ship" })).toBe("2 orders shipped.");
  });

  it("is not shown for a URL to which no action leads", async () => {
    for (const did of ["set_status.1.0.Your account is locked", "hello.1.0.", "ship.x.0.", "<b>", "ship.1.0.<b>"]) {
      expect((await member.open(`/orders?did=${encodeURIComponent(did)}`)).text).not.toMatch(/class="said"|locked|<b>/);
    }
  });
});

describe("undo", () => {
  it("restores the statuses, with history and events, and returns to the list", async () => {
    const [one = 0, two = 0] = await createOrders(2);
    await shop.v2(`/orders/${two}/status`, { body: { status: "Pending Cost" } });
    const { undo: form } = await act([one, two], { do: "set_status", status: "In Production", back: "sort=date:asc&page=2" });
    const undone = await undo(form);
    expect(undone.location).toBe(`/console/${shop.id}/orders?sort=date%3Aasc&page=2&did=undo.2.0.`);
    expect((await listAfter(undone)).message).toBe("2 orders restored.");
    expect({ oneStatus: (await read(one)).status, twoStatus: (await read(two)).status }).toEqual({
      oneStatus: "New",
      twoStatus: "Pending Cost",
    });
    const { body } = await shop.v2(`/orders/${one}/history`);
    expect(body.data.at(-1)).toMatchObject({ change: "status", from: "In Production", to: "New", reason: "Undone" });
    const events = await rows<{ body: string }>(
      "select body from events where order_id = ? and type = 'order.status_changed' order by seq",
      one,
    );
    expect(events.map((event) => JSON.parse(event.body).new_status)).toEqual(["In Production", "New"]);
  });

  it("restores tags and assignees of each order", { tags: "long" }, async () => {
    const [one = 0] = await createOrders(1, { tags: ["gift"] });
    const [two = 0] = await createOrders(1, { assignee: "bo@example.com" });
    const tagged = await act([one, two], { do: "add_tags", tags: "gift, rush" });
    await undo(tagged.undo);
    expect({ oneTags: (await read(one)).tags, twoTags: (await read(two)).tags }).toEqual({ oneTags: ["gift"], twoTags: [] });
    const assigned = await act([one, two], { do: "assignee", assignee: "ann@example.com" });
    await undo(assigned.undo);
    expect({ oneAssignee: (await read(one)).assignee, twoAssignee: (await read(two)).assignee }).toEqual({
      oneAssignee: null,
      twoAssignee: "bo@example.com",
    });
    expect((await shop.v2("/orders?tag=rush")).body.data).toEqual([]);
  });

  it("leaves orders that somebody has changed since, and says how many", { tags: "long" }, async () => {
    const [one = 0, two = 0, three = 0] = await createOrders(3);
    const { undo: form } = await act([one, two, three], { do: "set_status", status: "In Production" });
    await shop.v2(`/orders/${two}`, { method: "PATCH", body: { customer_name: "Ann" } });
    await shop.v2(`/orders/${three}/status`, { body: { status: "Shipped" } });
    expect((await listAfter(await undo(form))).message).toBe("1 order restored. 2 orders were changed since and stay as they are.");
    expect({ oneStatus: (await read(one)).status, twoStatus: (await read(two)).status, threeStatus: (await read(three)).status }).toEqual({
      oneStatus: "New",
      twoStatus: "In Production",
      threeStatus: "Shipped",
    });
    // Once it is undone, it cannot be undone again.
    expect((await listAfter(await undo(form))).message).toBe("Nothing was undone. 3 orders were changed since and stay as they are.");
    expect((await read(one)).status).toBe("New");
  });

  it("is offered only after actions that it can reverse exactly", { tags: "long" }, async () => {
    const [fresh = 0, made = 0] = await createOrders(2);
    await shop.v2(`/orders/${made}/status`, { body: { status: "In Production" } });
    // The items of an order that is cancelled while it is made count as sent from then on.
    expect((await act([made], { do: "set_status", status: "Cancelled" })).undo).toBeNull();
    const { undo: form } = await act([fresh], { do: "set_status", status: "Cancelled" });
    await undo(form);
    expect((await read(fresh)).status).toBe("New");
    expect((await act([fresh], { do: "supplier", supplier: "Acme" })).undo).toBeNull();
    expect((await act([fresh], { do: "ship" })).undo).toBeNull();
  });

  it("is offered beside orders that failed, and to a script as data", { tags: "long" }, async () => {
    const [one = 0] = await createOrders(1);
    const [done = 0] = await createOrders(1, { status: "Complete" });
    const { text } = await member.send("/orders/bulk", { ids: [String(one), String(done)], do: "set_status", status: "In Production" });
    expect(text).toMatch(/1 order failed\.[^]*action="[^"]*\/orders\/bulk\/undo"/);
    const sent = await member.sendJson("/orders/bulk", { ids: [String(one)], do: "add_tags", tags: "x", as: "data" });
    const [operation] = (JSON.parse(sent.text) as { undo: string[] }).undo;
    const undone = await member.sendJson("/orders/bulk/undo", { operation, as: "data" });
    expect(JSON.parse(undone.text)).toEqual({ restored: 1, kept: 0 });
    expect((await read(one)).tags).toEqual([]);
  });

  it("needs an operation of this organization, and the permission to write", { tags: "long" }, async () => {
    const [one = 0] = await createOrders(1);
    const { undo: form } = await act([one], { do: "set_status", status: "In Production" });
    const other = await createShop();
    const stranger = await createMember(other.id, "member");
    const viewer = await createMember(shop.id, "viewer");
    expect((await stranger.send("/orders/bulk/undo", form ?? {})).location).toContain("did=undo.0.0.");
    expect((await viewer.send("/orders/bulk/undo", form ?? {})).status).toBe(403);
    expect((await undo({ operation: "nonsense" })).status).toBe(400);
    expect((await read(one)).status).toBe("In Production");
    expect((await viewer.open("/orders?did=ship.1.0.&undo=" + (form?.["operation"] ?? ""))).text).not.toContain("bulk/undo");
  });
});

describe("the export of a selection", () => {
  it("has the orders in the order of the selection, without those that do not exist here", { tags: "long" }, async () => {
    const [one = 0, two = 0, three = 0] = await createOrders(3);
    const { location } = await member.send("/orders/bulk", { ids: [String(three), String(one)], do: "export" });
    expect(location).toBe(`/console/${shop.id}/orders.csv?ids=${three},${one}`);
    const idsIn = async (path: string) =>
      (await member.open(path)).text
        .split("\n")
        .slice(1)
        .map((line) => Number(line.split(",")[0]))
        .filter(Boolean);
    expect(await idsIn(`/orders.csv?ids=${three},${one},${three},999999`)).toEqual([three, one]);
    expect(await idsIn(`/orders.csv?ids=`)).toEqual([]);
    expect((await member.open("/orders.csv?ids=one")).status).toBe(400);
    const foreign = await ingestOrder(await createShop());
    expect(await idsIn(`/orders.csv?ids=${foreign.id},${two}`)).toEqual([two]);
  });
});
