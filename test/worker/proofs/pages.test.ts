import { beforeEach, describe, expect, it } from "vitest";
import { ingestOrder, type Shop } from "../../kit/client";
import { createMember, type Visitor } from "../console/kit";
import { aPicture, aProofShop, change, create, giveDesign, orderWithDesigns, sendProof } from "./kit";

/** The pages of proofs in the console (docs/spec/console.md#production). */

let shop: Shop;
let member: Visitor;
beforeEach(async () => {
  shop = await aProofShop();
  member = await createMember(shop.id, "member");
});

/** The links with this text, without the organization. */
const linksTo = (html: string, text: string): string[] =>
  [...html.matchAll(/<a href="\/console\/\d+([^"]*)"[^>]*>([^<]*)<\/a>/g)].flatMap(([, to = "", label]) => (label === text ? [to] : []));

describe("a proof of which a change was requested", () => {
  it("leads to its next version, in its list, on its page and on that of its item", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const next = `/production/proofs/items/${item}`;
    const { proof } = await sendProof(shop, item);
    const linksOf = async (as: Visitor) => {
      const found: string[][] = [];
      for (const path of [
        "/production/proofs?state=changes_requested",
        `/production/proofs/${proof.id}`,
        `/orders/${order.id}/items/${item}`,
      ])
        found.push(linksTo((await as.open(path)).text, "Create new version"));
      return found;
    };
    expect(await linksOf(member)).toEqual([[], [], [next]]);
    await change(shop, proof.id, { state: "changes_requested", comment: "In blue" });
    expect(await linksOf(member)).toEqual([[next], [next], [next]]);
    expect(await linksOf(await createMember(shop.id, "viewer"))).toEqual([[], [], []]);
  });

  it("is counted on the home page, like those that wait for the buyer", async () => {
    const order = await orderWithDesigns(shop, "Mug", "Bag", "Cup");
    const production = async () => {
      const { text } = await member.open("/home");
      return [...text.matchAll(/href="\/console\/\d+(\/production\/proofs[^"]*)"><span class="value">([^<]*)<\/span> ([^<]*)</g)].map(
        ([, page, count, label]) => ({ page, count, label }),
      );
    };
    expect(await production()).toEqual([]);
    for (const { id } of order.items) await sendProof(shop, id);
    const [{ id }] = (await shop.v2("/proofs?state=sent")).body.data;
    await change(shop, id, { state: "changes_requested", comment: "In blue" });
    expect(await production()).toEqual([
      { page: "/production/proofs?state=changes_requested", count: "1", label: "Proofs with changes requested" },
      { page: "/production/proofs?state=sent", count: "2", label: "Proofs waiting for the buyer" },
    ]);
  });
});

describe("the page of a new proof", () => {
  it("says which version it replaces, if there is one, and takes one picture that browsers show", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const shown = async () => (await member.open(`/production/proofs/items/${item}`)).text;
    const field = '<input type="file" name="files" accept="image/png,image/jpeg,image/gif,image/webp" aria-label="Picture"/>';
    const first = await shown();
    expect({ replaces: first.includes("It replaces"), takes: first.includes(field) }).toEqual({ replaces: false, takes: true });
    const { id } = (await create(shop, item, await aPicture(shop))).body;
    expect(await shown()).toContain("It replaces version 1. The buyer’s link then stops showing version 1.");
    await change(shop, id, { state: "superseded" });
    expect(await shown()).not.toContain("It replaces");
  });
});

describe("what the buyer ordered", () => {
  it("is on the page of a proof and on that of a new one, without what the buyer has not seen", async () => {
    const properties = [
      { name: "Font", value: "Gothic" },
      { name: "_template", value: "t.svg" },
    ];
    const order = await ingestOrder(shop, {
      items: [{ name: "Mug", price: 1, size: "XL", personalization: "For Deniz & Co", properties }],
    });
    const [{ id: item }] = order.items;
    await giveDesign(shop, item);
    const { proof } = await sendProof(shop, item);
    const orderedOn = async (path: string) => {
      const [, panel = ""] = /<section class="panel ordered">(.*?)<\/section>/s.exec((await member.open(path)).text) ?? [];
      return [...panel.matchAll(/>([^<]+)</g)].map(([, text]) => text);
    };
    const texts = ["What the buyer ordered", "Personalization", "For Deniz &amp; Co", "Chosen", "Font: Gothic", "Variation", "XL"];
    expect(await orderedOn(`/production/proofs/${proof.id}`)).toEqual(texts);
    expect(await orderedOn(`/production/proofs/items/${item}`)).toEqual(texts);
  });
});

describe("a job ticket", () => {
  /** What the ticket of an order's item says about its proof, and the picture that it has. */
  async function ticketOf(orderId: string) {
    const { text } = await member.open(`/orders/print?document=tickets&ids=${orderId}`);
    const [, fact = null] = /<th scope="row">Proof<\/th><td colspan="\d">(.*?)<\/td>/s.exec(text) ?? [];
    return { proof: fact?.replaceAll(/<[^>]*>/g, "") ?? null, picture: /\/files\/(fil_\w+)\/preview/.exec(text)?.[1] };
  }

  it("says whether the item may be made, and shows the picture that the buyer has approved", async () => {
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const ticket = () => ticketOf(order.id);
    const design = (await ticket()).picture;
    expect(design).toBeDefined();
    expect(await ticket()).toEqual({ proof: null, picture: design });
    const picture = await aPicture(shop);
    const { id } = (await create(shop, item, picture)).body;
    expect(await ticket()).toEqual({ proof: "Do not make yet. Version 1 was not sent to the buyer.", picture: design });
    await sendProof(shop, item);
    expect(await ticket()).toEqual({ proof: "Do not make yet. Version 1 waits for the buyer.", picture: design });
    await change(shop, id, { state: "changes_requested", comment: "In blue" });
    expect(await ticket()).toEqual({ proof: "Do not make. The buyer wants a change: In blue", picture: design });
    await change(shop, id, { state: "approved" });
    expect(await ticket()).toEqual({ proof: "Approved, version 1", picture });
    await change(shop, id, { state: "superseded" });
    expect(await ticket()).toEqual({ proof: "Version 1 was withdrawn.", picture: design });
  });

  it("says that the item may not be made yet if its store wants a proof and none is current", async () => {
    await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { ship_blockers: ["proof"] } });
    const order = await orderWithDesigns(shop, "Mug");
    const [{ id: item }] = order.items;
    const proof = async () => (await ticketOf(order.id)).proof;
    expect(await proof()).toBe("Do not make yet. The store wants a proof, and there is none.");
    const sent = await sendProof(shop, item);
    expect(await proof()).toBe("Do not make yet. Version 1 waits for the buyer.");
    await change(shop, sent.proof.id, { state: "superseded" });
    expect(await proof()).toBe("Do not make yet. Version 1 was withdrawn, and the store wants a proof.");
  });
});

describe("an empty list of proofs", () => {
  it("says how the first one is made, and only that none match if there are filters", async () => {
    const emptyIn = async (query: string) => {
      const [, text = ""] = /<div class="empty">(.*?)<\/div>/s.exec((await member.open(`/production/proofs${query}`)).text) ?? [];
      return {
        text: text
          .replaceAll(/<[^>]*>/g, " ")
          .replaceAll(/\s+/g, " ")
          .trim(),
        links: linksTo(text, "View orders"),
      };
    };
    expect(await emptyIn("")).toEqual({
      text: "No proofs yet. A proof shows the buyer what will be made, and asks for approval. Select orders in their list, then Production, “Create proof links…”. View orders",
      links: ["/orders"],
    });
    expect(await emptyIn("?state=approved")).toEqual({ text: "No proofs match.", links: [] });
    // The list of orders has the menu that the first text names as soon as it has an order.
    const { text } = await member.open("/orders");
    expect(text).not.toContain("Create proof links…");
    await orderWithDesigns(shop, "Mug");
    const [, menu = ""] = /<\/svg>Production<\/summary>(.*?)<\/details>/s.exec((await member.open("/orders")).text) ?? [];
    expect(menu.match(/Set supplier|Send to supplier…|Create proof links…/g)).toEqual([
      "Set supplier",
      "Send to supplier…",
      "Create proof links…",
    ]);
  });
});
