import { beforeEach, describe, expect, it } from "vitest";
import { createShop, type Shop, ingestOrder } from "../../kit/client";
import { processInbox } from "../connections/fixtures";
import { connectCarrier, report } from "../connections/carriers/fixtures";
import { createFulfillment } from "../orders/fulfillments/kit";
import { createMember, type Page, type Visitor } from "./kit";

let shop: Shop;
let admin: Visitor;
beforeEach(async () => {
  shop = await createShop();
  admin = await createMember(shop.id, "admin");
});

const codeIn = ({ text }: Page, id: string) => new RegExp(`<code id="${id}">([^<]+)</code>`).exec(text)?.[1] ?? "";

describe("connecting a carrier service in the console", () => {
  it("shows the URL and the secret, and the first report updates an order", { tags: "long" }, async () => {
    const created = await admin.send("/connections/new/easypost", {});
    expect({ status: created.status, text: created.text }).toEqual({ status: 200, text: expect.stringContaining("Copy secret") });
    const [carrier] = (await shop.v2("/connections")).body.data;
    expect(codeIn(created, "delivery-url")).toBe(carrier.delivery_url);
    const order = await ingestOrder(shop);
    await createFulfillment(shop, order.id, { tracking_number: "EZ1" });
    const { pathname: path } = new URL(carrier.delivery_url);
    await report({ id: carrier.id, service: "easypost", path, secret: codeIn(created, "secret") }, { status: "delivered" });
    const page = await admin.open(`/connections/${carrier.id}`);
    for (const text of ["EasyPost", "Connected", "EZ1", `/orders/${order.id}`, "Processed"]) expect(page.text).toContain(text);
    expect(page.text).not.toContain(codeIn(created, "secret"));
    expect((await admin.open("/connections")).text).toContain(`/connections/${carrier.id}`);
  });

  it("shows Shippo's URL with the secret, once", async () => {
    const created = await admin.send("/connections/new/shippo", {});
    const [carrier] = (await shop.v2("/connections")).body.data;
    expect(codeIn(created, "delivery-url")).toMatch(new RegExp(`^${carrier.delivery_url}\\?token=\\w{36}${carrier.secret_hint}$`));
    expect((await admin.open(`/connections/${carrier.id}`)).text).not.toMatch(/token=\w/);
  });

  it("requires the secret of AfterShip, which is not shown again", async () => {
    const rejected = await admin.send("/connections/new/aftership", { webhook_secret: "" });
    expect({ status: rejected.status, text: rejected.text }).toEqual({ status: 400, text: expect.stringContaining("Enter the secret.") });
    const created = await admin.send("/connections/new/aftership", { webhook_secret: "the-secret-of-the-service" });
    expect({ status: created.status, text: created.text }).toEqual({
      status: 200,
      text: expect.not.stringContaining("the-secret-of-the-service"),
    });
  });

  it("is forbidden to members, and not found by another organization", async () => {
    const [member, stranger] = [await createMember(shop.id, "member"), await createMember((await createShop()).id, "owner")];
    const { id } = await connectCarrier(shop);
    for (const path of ["/connections/new/easypost", `/connections/${id}`]) expect((await member.open(path)).status).toBe(403);
    expect((await stranger.open(`/connections/${id}`)).status).toBe(404);
  });
});

describe("a connection to a carrier service in the console", () => {
  it("can be paused, resumed, rotated and deleted", async () => {
    const { id } = await connectCarrier(shop);
    const path = `/connections/${id}`;
    const status = async () => (await shop.v2("/connections")).body.data[0]?.status;
    await admin.send(`${path}/pause`, {});
    expect(await status()).toBe("paused");
    await admin.send(`${path}/resume`, {});
    expect(await status()).toBe("active");
    expect((await admin.send(`${path}/rotate`, { overlap_hours: "24" })).text).toContain("Secret rotated");
    // The previous secret is still valid.
    expect((await admin.send(`${path}/rotate`, { overlap_hours: "24" })).status).toBe(409);
    expect((await admin.send(`${path}/delete`, {})).location).toContain("/connections?done=connection_deleted");
    expect((await admin.open(path)).status).toBe(404);
  });

  it("lists all reports, and only the failed ones on request", async () => {
    const carrier = await connectCarrier(shop);
    await report(carrier, { number: "NOBODY", status: "delivered" });
    await report(carrier, { number: "SAYS-NOTHING", status: "unknown" });
    // A status that says nothing is ignored: the report is neither processed nor failed.
    const path = `/connections/${carrier.id}/inbox`;
    for (const [query, numbers] of [
      ["", [true, true]],
      ["?status=failed", [true, false]],
      ["?status=processed", [false, false]],
    ] as const) {
      const { text } = await admin.open(path + query);
      expect([text.includes("NOBODY"), text.includes("SAYS-NOTHING")]).toEqual(numbers);
    }
  });

  it("processes a failed report again", { tags: "long" }, async () => {
    const carrier = await connectCarrier(shop);
    await report(carrier, { number: "LATER", status: "delivered" });
    const path = `/connections/${carrier.id}`;
    const page = await admin.open(path);
    expect(page.text).toContain("No fulfillment has this tracking number.");
    expect(page.text).not.toContain("Processed");
    const action = /action="[^"]*(\/connections\/[^"]+\/retry)"/.exec(page.text)?.[1] ?? "";
    await createFulfillment(shop, (await ingestOrder(shop)).id, { tracking_number: "LATER" });
    expect((await admin.send(action, {})).location).toContain(`${path}?done=retrying`);
    await processInbox(shop, carrier);
    expect((await admin.open(path)).text).toContain("Processed");
  });
});
