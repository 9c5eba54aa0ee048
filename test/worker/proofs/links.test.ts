import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { runDeliveryJob } from "../../../src/resources/webhooks/delivery-job";
import { idempotencyKey, rows, type Shop } from "../../kit/client";
import { createMember } from "../console/kit";
import { visit } from "../public/kit";
import { aProofShop, orderWithDesigns, outcome, send, sendProof } from "./kit";

/** Revoking the links of buyers, and deleting those that have ended (docs/spec/links.md). */

let shop: Shop;
beforeEach(async () => {
  shop = await aProofShop();
});

async function aLink() {
  const order = await orderWithDesigns(shop, "Mug");
  const { proof, url } = await sendProof(shop, order.items[0].id);
  const { links } = (await shop.v2(`/proofs/${proof.id}/links`)).body;
  return { proof: proof.id, order: order.id as number, item: order.items[0].id as string, path: new URL(url).pathname, links };
}

const revoke = (proof: string, link: string, headers: Record<string, string> = {}) =>
  shop.v2(`/proofs/${proof}/links/${link}`, { method: "DELETE", headers });
const statusOf = async (path: string) => (await visit(path)).status;

describe("a buyer's link", () => {
  it("is listed without its address, and revoked without a change of the proof, whose other links still work", async () => {
    const { proof, order, item, path, links } = await aLink();
    expect(links).toEqual([expect.objectContaining({ purpose: "order_proofs", subject_id: String(order), url: null, revoked_at: null })]);
    const again = new URL((await send(shop, { order_item_ids: [item] })).body.orders[0].url).pathname;
    const key = idempotencyKey();
    const revoked = await revoke(proof, links[0].id, key);
    expect({ status: revoked.status, id: revoked.body.id, revoked_at: revoked.body.revoked_at }).toEqual({
      status: 200,
      id: links[0].id,
      revoked_at: expect.any(String),
    });
    expect((await revoke(proof, links[0].id, key)).body).toEqual(revoked.body);
    expect((await revoke(proof, links[0].id)).body).toEqual(revoked.body);
    expect({ old: await statusOf(path), other: await statusOf(again), state: (await shop.v2(`/proofs/${proof}`)).body.state }).toEqual({
      old: 410,
      other: 200,
      state: "sent",
    });
    const audit = await rows("select action, target_name from audit_log where organization_id = ? and action like 'link.%'", shop.id);
    // The number of the order of `orderWithDesigns`.
    expect(audit).toEqual([{ action: "link.revoked", target_name: "#7" }]);
  });

  it("is revoked only by way of a proof of its own order", async () => {
    const [own, other] = [await aLink(), await aLink()];
    const wrong = [
      await revoke(own.proof, other.links[0].id),
      await revoke("prf_none", own.links[0].id),
      await revoke(own.proof, "lnk_none"),
    ];
    expect(wrong.map(outcome)).toEqual(wrong.map(() => ({ status: 404, codes: [] })));
    expect([await statusOf(own.path), await statusOf(other.path)]).toEqual([200, 200]);
  });

  it("is revoked on the page of the proof, by those who may write", { tags: "long" }, async () => {
    const { proof, path, links } = await aLink();
    const [member, viewer] = [await createMember(shop.id, "member"), await createMember(shop.id, "viewer")];
    const form = `/production/proofs/${proof}/links/${links[0].id}/revoke`;
    expect((await viewer.send(form, {})).status).toBe(403);
    expect((await viewer.open(`/production/proofs/${proof}`)).text).not.toContain("Revoke link");
    const page = (await member.open(`/production/proofs/${proof}`)).text;
    expect(page).toContain("Revoke link");
    expect(page).toContain("Never used");
    expect((await member.send(form, {})).status).toBe(303);
    expect({ link: await statusOf(path), shown: (await member.open(`/production/proofs/${proof}`)).text.includes("Revoked") }).toEqual({
      link: 410,
      shown: true,
    });
  });

  it("is created on a page that says that the member sends it", async () => {
    const { items } = await orderWithDesigns(shop, "Mug");
    const member = await createMember(shop.id, "member");
    const created = await member.send("/production/proofs/send", { item: String(items[0].id) });
    expect(created.text).toContain("Proof links created");
    expect(created.text).toContain("Send each link to its buyer.");
  });

  it("is deleted 30 days after it has expired, also among more than 500 such links, and those that are valid stay", async () => {
    const { proof } = await aLink();
    const { proof: kept } = await aLink();
    const end = Date.now() - 30 * 86_400_000;
    const ofProof = "organization_id = ? and subject_id = (select cast(order_id as text) from proofs where id = ?)";
    await rows(`update links set expires_at = ? where ${ofProof}`, end + 60_000, shop.id, proof);
    await runDeliveryJob(env, Date.now());
    expect((await shop.v2(`/proofs/${proof}/links`)).body.links).toHaveLength(1);
    await rows(`update links set expires_at = ? where ${ofProof}`, end - 60_000, shop.id, proof);
    // More than the job deletes in one batch (MAX_PURGED).
    await rows(
      `with recursive n(i) as (select 1 union all select i + 1 from n where i < 700)
        insert into links select 'lnk_old' || i, organization_id, purpose, subject_id, 'hash' || i, expires_at, revoked_at, last_used_at,
          actor_kind, actor_id, actor_name, created_at from links cross join n where ${ofProof}`,
      shop.id,
      proof,
    );
    await runDeliveryJob(env, Date.now());
    expect(await rows("select count(*) as n from links where organization_id = ?", shop.id)).toEqual([{ n: 1 }]);
    expect((await shop.v2(`/proofs/${kept}/links`)).body.links).toHaveLength(1);
  });
});
