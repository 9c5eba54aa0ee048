import { beforeEach, describe, expect, it, vi } from "vitest";
import { createShop, ingestOrder, rows, type Shop } from "../../kit/client";
import { noticesIn, type PublicResponse, visit } from "../public/kit";
import { aPicture, aProofShop, change, create, giveDesign, orderWithDesigns, outcome, send, sendProof } from "./kit";

/** The page behind the link of an order, on which its buyer decides (docs/spec/proofs.md#buyers-page). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProofShop();
});

const pathOf = (url: string): string => new URL(url).pathname;

/** An order with an item whose proof was sent, and the path of the link. */
async function aSentProof(...names: string[]) {
  const order = await orderWithDesigns(shop, ...(names.length === 0 ? ["Mug"] : names));
  const { proof, url } = await sendProof(shop, order.items[0].id);
  return { order, proof, path: pathOf(url), item: order.items[0].id as string };
}

const tokenIn = ({ text }: PublicResponse): string => /name="form_token" value="([^"]+)"/.exec(text)?.[1] ?? "";

async function decide(path: string, id: string, fields: Record<string, string>, token?: string): Promise<PublicResponse> {
  const form_token = token ?? tokenIn(await visit(path));
  return await visit(`${path}/decide/${id}`, { form: { form_token, ...fields } });
}

const approve = (path: string, id: string, token?: string) => decide(path, id, { decision: "approved" }, token);
const askForChange = (path: string, id: string, comment: string) => decide(path, id, { decision: "changes_requested", comment });

const stateOf = async (id: string) => {
  const { state, comment } = (await shop.v2(`/proofs/${id}`)).body;
  return { state, comment };
};

describe("the page of a buyer", () => {
  it("shows store, order number, picture and what was asked for, and nothing else of the order", { tags: "long" }, async () => {
    const order = await ingestOrder(shop, {
      number: "#88",
      customer_name: "Ann Quell",
      customer_email: "ann.quell@example.com",
      customer_phone: "+49 170 5550123",
      ship_name: "Ann Quell",
      ship_address1: "7 Secret Lane",
      ship_city: "Bathtown",
      ship_country: "GB",
      items: [
        {
          name: "Mug",
          price: 31.37,
          cost: 7.77,
          sku: "MUG-SECRET-SKU",
          assigned_supplier: "Hidden Supplier",
          personalization: "For Deniz & Co",
          size: "XL",
          properties: [
            { name: "Font", value: "Gothic" },
            { name: "_internal", value: "do not tell" },
          ],
        },
        { name: "Other item without a proof", price: 1 },
      ],
    });
    await giveDesign(shop, order.items[0].id);
    const { url, proof } = await sendProof(shop, order.items[0].id);
    const page = await visit(pathOf(url));
    expect({ status: page.status, title: /<title>(.*?)<\/title>/.exec(page.text)?.[1] }).toEqual({
      status: 200,
      title: `Your proof · ${shop.store.name}`,
    });
    for (const shown of [
      "Mug",
      "For Deniz &amp; Co",
      "XL",
      "Font: Gothic",
      "#88",
      `/pictures/${proof.id}`,
      "Approve",
      "Ask for a change",
      "Look at each picture closely",
    ]) {
      expect(page.text).toContain(shown);
    }
    const secrets = [
      "31.37",
      "7.77",
      "SECRET",
      "Hidden",
      "Quell",
      "ann.quell",
      "5550123",
      "Secret Lane",
      "Bathtown",
      "do not tell",
      "Other item",
    ];
    expect(secrets.filter((secret) => page.text.includes(secret))).toEqual([]);
    expect(page.text).not.toContain("design.png");
  });

  it("shows what the buyer wanted to be changed beside the next version", async () => {
    const { proof, path, item } = await aSentProof();
    const showsEarlierChange = async () => (await visit(path)).text.includes("Your change to an earlier version");
    await askForChange(path, proof.id, "Deniz with a small z");
    expect(await showsEarlierChange()).toBe(false);
    await create(shop, item, await aPicture(shop));
    await sendProof(shop, item);
    const { text } = await visit(path);
    expect({
      showsEarlierChange: await showsEarlierChange(),
      text: text.includes("<blockquote>Deniz with a small z</blockquote>"),
      version: text.includes("Version 2"),
    }).toEqual({
      showsEarlierChange: true,
      text: true,
      version: true,
    });
  });

  it("is in the language of the browser", async () => {
    const { path } = await aSentProof();
    const page = await visit(path, { headers: { "Accept-Language": "vi" } });
    expect(page.text).toContain("Yêu cầu chỉnh sửa");
  });

  it("shows pictures of the proofs that it shows, and of no others", { tags: "long" }, async () => {
    const { order, proof, path, item } = await aSentProof("Mug", "Cup");
    const picture = await visit(`${path}/pictures/${proof.id}`);
    expect({
      status: picture.status,
      type: picture.headers.get("Content-Type"),
      disposition: picture.headers.get("Content-Disposition"),
      policy: picture.headers.get("Content-Security-Policy"),
      robots: picture.headers.get("X-Robots-Tag"),
    }).toEqual({ status: 200, type: "image/png", disposition: "inline", policy: "default-src 'none'; sandbox", robots: "noindex" });
    const draft = (await create(shop, order.items[1].id)).body.id;
    const ofOther = (await aSentProof("Plate")).proof.id;
    const other = await createShop();
    const foreign = await orderWithDesigns(other, "Bag");
    const ofForeign = (await sendProof(other, foreign.items[0].id)).proof.id;
    await create(shop, item, await aPicture(shop));
    const statuses = await Promise.all(
      [draft, ofOther, ofForeign, proof.id, "prf_none"].map(async (id) => (await visit(`${path}/pictures/${id}`)).status),
    );
    expect(statuses).toEqual([404, 404, 404, 404, 404]);
    expect((await visit(path)).text).toContain("There is nothing to look at right now.");
  });
});

describe("the page of a large order", () => {
  it("shows at most 100 proofs, by item, and leaves out decided ones first", { tags: "long" }, async () => {
    const count = 102;
    // Also with the longest personalization of each item.
    const items = Array.from({ length: count }, (_, n) => ({ name: `Mug ${n}`, price: 1, personalization: "ж".repeat(5000) }));
    const order = await ingestOrder(shop, { items });
    const itemIds: string[] = order.items.map(({ id }: { id: string }) => id);
    const picture = await aPicture(shop);
    for (const id of itemIds) await create(shop, id, picture);
    const { body } = await send(shop, { order_ids: [order.id] });
    const path = pathOf(body.orders[0].url);
    const shownOn = ({ text }: PublicResponse) => [...text.matchAll(/<h2>Mug (\d+)<\/h2>/g)].map(([, n]) => Number(n));
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, n) => from + n);

    const first = await visit(path);
    expect({ shown: shownOn(first), saysMore: first.text.includes("There are more pictures.") }).toEqual({
      shown: range(0, 100),
      saysMore: true,
    });
    const ids = [...first.text.matchAll(/name="proof" value="([^"]+)"/g)].map(([, id]) => String(id));
    expect(ids).toHaveLength(100);
    expect((await visit(`${path}/approve`, { form: { form_token: tokenIn(first), proof: ids } })).status).toBe(303);

    const second = await visit(path);
    expect({ shown: shownOn(second), canApprove: second.text.includes("Approve all 2") }).toEqual({
      shown: [...range(0, 98), 100, 101],
      canApprove: true,
    });
  });
});

describe("a decision of a buyer", () => {
  it("approves a proof, with the buyer as its author and an event", async () => {
    const { order, proof, path } = await aSentProof();
    const done = await approve(path, proof.id);
    expect({ status: done.status, location: done.location }).toEqual({
      status: 303,
      location: `${path}?done=did_proof_approved`,
    });
    const page = await visit(done.location ?? "");
    expect(noticesIn(page)).toEqual(["Thank you. Your approval was recorded."]);
    expect(page.text).toContain("Approved. We make it exactly like this picture.");
    // Nothing is left to look at.
    expect(page.text).not.toContain("Ask for a change");
    expect(page.text).not.toContain("Look at each picture closely");
    expect(await stateOf(proof.id)).toEqual({ state: "approved", comment: null });
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    expect(data.at(-1)).toMatchObject({
      change: "proof",
      from: "sent",
      to: `approved ${proof.id}`,
      actor_type: "buyer",
      actor_name: "Buyer",
    });
    expect(await rows("select type from events where organization_id = ? and type = 'proof.approved'", shop.id)).toHaveLength(1);
  });

  it("asks for a change with a comment, which is kept as it was typed if something is wrong", async () => {
    const { proof, path } = await aSentProof();
    const empty = await askForChange(path, proof.id, "  ");
    expect({ status: empty.status, notices: noticesIn(empty) }).toEqual({
      status: 400,
      notices: ["This did not work Write what should be different."],
    });
    const long = await askForChange(path, proof.id, "long ".repeat(401));
    expect(noticesIn(long)).toEqual(["This did not work Your text is too long. Write at most 2,000 characters."]);
    expect(long.text).toContain("long long long");
    expect((await askForChange(path, proof.id, " In <b>blue</b>, please ")).status).toBe(303);
    expect(await stateOf(proof.id)).toEqual({ state: "changes_requested", comment: "In <b>blue</b>, please" });
    expect((await visit(path)).text).toContain("<blockquote>In &lt;b&gt;blue&lt;/b&gt;, please</blockquote>");
  });

  it("keeps the longest comment also in a script of which each character takes 9 bytes in a form", async () => {
    const { proof, path } = await aSentProof();
    const comment = "请把名字改成金色".repeat(250);
    expect((await askForChange(path, proof.id, comment)).status).toBe(303);
    expect(await stateOf(proof.id)).toEqual({ state: "changes_requested", comment });
  });

  it("approves all proofs that the page shows at once, each with its own event", async () => {
    const { order, path } = await aSentProof("Mug", "Cup", "Bag");
    const { body } = await send(shop, { order_ids: [order.id] });
    const ids: string[] = body.orders[0].proofs.map(({ id }: { id: string }) => id);
    const page = await visit(path);
    expect(page.text).toContain("Approve all 3");
    const fields = { form_token: tokenIn(page), proof: ids };
    const both = await Promise.all([0, 1].map(async () => await visit(`${path}/approve`, { form: fields })));
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    const shown = await visit(path);
    expect({ buttons: shown.text.includes("Approve all"), states: await Promise.all(ids.map(stateOf)) }).toEqual({
      buttons: false,
      states: ids.map(() => ({ state: "approved", comment: null })),
    });
    expect(await rows("select 1 from events where organization_id = ? and type = 'proof.approved'", shop.id)).toHaveLength(3);
    const { data } = (await shop.v2(`/orders/${order.id}/history`)).body;
    const approvals = data.filter(({ to }: { to: string | null }) => to?.startsWith("approved "));
    expect(approvals.map(({ to, from, actor_type }: Record<string, string>) => ({ to, from, actor_type }))).toEqual(
      ids.map((id) => ({ to: `approved ${id}`, from: "sent", actor_type: "buyer" })),
    );
  });

  it("approves none of several if one was changed meanwhile, and nothing of other orders", { tags: "long" }, async () => {
    const { order, path, proof } = await aSentProof("Mug", "Cup");
    const { body } = await send(shop, { order_ids: [order.id] });
    const [first, second]: string[] = body.orders[0].proofs.map(({ id }: { id: string }) => id);
    const other = await aSentProof("Plate");
    const form_token = tokenIn(await visit(path));
    const approveAll = async (...ids: (string | undefined)[]) =>
      await visit(`${path}/approve`, { form: { form_token, proof: ids.map(String) } });
    expect((await approveAll(first, other.proof.id)).status).toBe(404);
    expect((await approveAll()).status).toBe(400);
    await change(shop, String(second), { state: "superseded" });
    const late = await approveAll(first, second);
    expect(noticesIn(late)).toEqual(["This did not work This version was replaced or withdrawn meanwhile. Look at what is shown below."]);
    expect({ own: await stateOf(proof.id), others: await stateOf(other.proof.id) }).toEqual({
      own: { state: "sent", comment: null },
      others: { state: "sent", comment: null },
    });
  });

  it("is made once by a double click", async () => {
    const { proof, path } = await aSentProof();
    const token = tokenIn(await visit(path));
    const both = await Promise.all([approve(path, proof.id, token), approve(path, proof.id, token)]);
    expect(both.map(({ status }) => status)).toEqual([303, 303]);
    expect(await rows("select 1 from events where organization_id = ? and type = 'proof.approved'", shop.id)).toHaveLength(1);
  });

  it("is made once by two tabs, and the later one shows what was decided", async () => {
    const { proof, path } = await aSentProof();
    const results = await Promise.all([approve(path, proof.id), askForChange(path, proof.id, "In blue")]);
    expect(results.map(({ status }) => status).toSorted()).toEqual([303, 400]);
    const later = results.find(({ status }) => status === 400);
    const { state } = await stateOf(proof.id);
    const expected = state === "approved" ? "This version was approved before." : "A change of this version was requested before.";
    expect(later === undefined ? [] : noticesIn(later)).toEqual([`This did not work ${expected} Nothing was changed.`]);
    expect(
      await rows("select 1 from events where organization_id = ? and type in ('proof.approved', 'proof.changes_requested')", shop.id),
    ).toHaveLength(1);
  });

  it("changes nothing of a version that was replaced meanwhile, and the page shows the new one", { tags: "long" }, async () => {
    const { proof, path, item } = await aSentProof();
    const token = tokenIn(await visit(path));
    await giveDesign(shop, item);
    const next = await sendProof(shop, item);
    const late = await approve(path, proof.id, token);
    expect(noticesIn(late)).toEqual(["This did not work This version was replaced or withdrawn meanwhile. Look at what is shown below."]);
    expect(late.text).toContain(`/decide/${next.proof.id}`);
    expect([await stateOf(proof.id), await stateOf(next.proof.id)]).toEqual([
      { state: "superseded", comment: null },
      { state: "sent", comment: null },
    ]);
  });

  it("leaves a comment to be read if the version was replaced while it was written", async () => {
    const { proof, path } = await aSentProof();
    const form_token = tokenIn(await visit(path));
    await change(shop, proof.id, { state: "superseded" });
    const late = await decide(path, proof.id, { decision: "changes_requested", comment: "In <b>blue</b>" }, form_token);
    expect(noticesIn(late)).toEqual(["This did not work This version was replaced or withdrawn meanwhile. Look at what is shown below."]);
    expect(late.text).toContain("<blockquote>In &lt;b&gt;blue&lt;/b&gt;</blockquote>");
  });

  it("changes nothing of an item that was cancelled meanwhile", async () => {
    const { order, proof, path } = await aSentProof();
    const token = tokenIn(await visit(path));
    await shop.v2(`/orders/${order.id}/status`, { body: { status: "Cancelled", reason: "Changed their mind" } });
    expect(noticesIn(await approve(path, proof.id, token))).toEqual([
      "This did not work This item was cancelled, so there is nothing to decide.",
    ]);
    expect(await stateOf(proof.id)).toEqual({ state: "sent", comment: null });
  });

  it("is not made with a link that was revoked or has expired", async () => {
    const { proof, path } = await aSentProof();
    const token = tokenIn(await visit(path));
    await rows("update links set revoked_at = 1 where organization_id = ?", shop.id);
    expect((await approve(path, proof.id, token)).status).toBe(410);
    expect((await visit(path)).status).toBe(410);
    expect((await visit(`${path}/pictures/${proof.id}`)).status).toBe(410);
    await rows("update links set revoked_at = null where organization_id = ?", shop.id);
    // A link to proofs is valid for 30 days.
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 31 * 24 * 3_600_000 });
    expect((await visit(path)).status).toBe(410);
    expect((await approve(path, proof.id, token)).status).toBe(410);
    vi.useRealTimers();
    expect(await stateOf(proof.id)).toEqual({ state: "sent", comment: null });
  });

  it("is only about the proofs of the link's own order", { tags: "long" }, async () => {
    const own = await aSentProof();
    const other = await aSentProof("Plate");
    const draft = await create(shop, (await orderWithDesigns(shop, "Bag")).items[0].id);
    expect((await approve(own.path, other.proof.id)).status).toBe(404);
    expect((await approve(own.path, draft.body.id)).status).toBe(404);
    expect([await stateOf(other.proof.id), await stateOf(draft.body.id)]).toEqual([
      { state: "sent", comment: null },
      { state: "draft", comment: null },
    ]);
  });

  it("at the same time as a member withdraws the proof leaves the proof withdrawn", async () => {
    const { proof, path } = await aSentProof();
    await Promise.all([approve(path, proof.id), change(shop, proof.id, { state: "superseded" })]);
    const { state } = await stateOf(proof.id);
    expect(state).toBe("superseded");
    expect(outcome(await change(shop, proof.id, { state: "approved" }))).toEqual({ status: 409, codes: ["proof_superseded"] });
  });
});
