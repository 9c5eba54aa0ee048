import { env } from "cloudflare:workers";
import { beforeEach, describe, expect, it } from "vitest";
import { GRACE_MS, removeDeleted } from "../../../src/tenants/lifecycle/deletion";
import { createShop, ingestOrder, type Shop } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { operate } from "../access/kit";
import { anEmptyOrganization, exportAll, deleteEverywhere, restoreAll, restoredShop } from "../lifecycle/kit";
import { move } from "../move/kit";
import { giveDesign } from "../proofs/kit";
import { formOf, visit } from "./kit";

/** What becomes of links when their organization moves, is deleted or is restored (docs/spec/links.md#requests-with-a-link). */

/** The database of copies. */
const DATABASE = 1;

interface Links {
  shop: Shop;
  supplier: string;
  buyer: string;
  sent: string;
  proof: string;
}

let links: Links;
beforeEach(async () => {
  const shop = await createShop({ database: 0 });
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: [] } });
  const { id } = (await shop.v2("/suppliers", { body: { name: "Acme" } })).body;
  const items = [{ name: "Mug", price: 10, assigned_supplier: "Acme" }];
  const [toMake, toApprove] = [await ingestOrder(shop, { items }), await ingestOrder(shop, { items })];
  await giveDesign(shop, toApprove.items[0].id);
  const [sent] = (await shop.v2("/supplier-orders", { body: { order_ids: [toMake.id] } })).body.supplier_orders;
  const [proofs] = (await shop.v2("/proofs/send", { body: { order_ids: [toApprove.id] } })).body.orders;
  const pathOf = (url: string) => new URL(url).pathname;
  const supplier = pathOf((await shop.v2(`/suppliers/${id}/links`, { body: {} })).body.url);
  links = { shop, supplier, buyer: pathOf(proofs.url), sent: sent.id, proof: proofs.proofs[0].id };
});

const statuses = async (...paths: string[]) => await Promise.all(paths.map(async (path) => (await visit(path)).status));

describe("the links of an organization", () => {
  it("work as before after it has moved to another database, also with a page that was opened before", { tags: "long" }, async () => {
    const { shop, supplier, buyer, sent, proof } = links;
    const accept = formOf(await visit(`${supplier}/orders/${sent}`), `/orders/${sent}/accept`);
    const approve = formOf(await visit(buyer), `/decide/${proof}`);
    await eventually(async () => expect(await move(shop.id)).toBe("moved"));
    expect(await statuses(supplier, buyer)).toEqual([200, 200]);
    const done = [
      await visit(`${supplier}/orders/${sent}/accept`, { form: accept }),
      await visit(`${buyer}/decide/${proof}`, { form: approve }),
    ];
    expect(done.map(({ status }) => status)).toEqual([303, 303]);
    expect({
      sent: (await shop.v2(`/supplier-orders/${sent}`)).body.state,
      proof: (await shop.v2(`/proofs/${proof}`)).body.state,
    }).toEqual({ sent: "accepted", proof: "approved" });
  });

  it("lead nowhere while it is deleted, and change nothing, but work again if the deletion is undone, and lead nowhere for good once it has ended", async () => {
    const { shop, supplier, buyer, sent } = links;
    const form = formOf(await visit(`${supplier}/orders/${sent}`), `/orders/${sent}/accept`);
    const { name } = (await operate("GET", `${shop.id}/export`)).body.organization;
    await operate("POST", `${shop.id}/deletion`, { name });
    expect(await statuses(supplier, buyer, `${supplier}/orders/${sent}`)).toEqual([404, 404, 404]);
    expect((await visit(`${supplier}/orders/${sent}/accept`, { form })).status).toBe(404);
    await operate("DELETE", `${shop.id}/deletion`);
    expect(await statuses(supplier, buyer)).toEqual([200, 200]);
    expect((await shop.v2(`/supplier-orders/${sent}`)).body.state).toBe("sent");
    await operate("POST", `${shop.id}/deletion`, { name });
    await removeDeleted(env, Date.now() + GRACE_MS + 1000);
    expect(await statuses(supplier, buyer)).toEqual([404, 404]);
  });

  it("work in a copy that is restored with the same id, and in no copy with another id", { tags: "long" }, async () => {
    const { shop, supplier, buyer } = links;
    const exported = await exportAll(shop.id);
    await deleteEverywhere(shop.id);
    const id = await anEmptyOrganization(DATABASE);
    await restoreAll(id, exported, { from_another_installation: true });
    const { v2 } = await restoredShop({ ...shop, ids: {} }, id, DATABASE);
    expect((await v2("/supplier-orders")).body.data).toHaveLength(1);
    const elsewhere = [supplier, buyer].map((path) => path.replace(`/p/${shop.id}/`, `/p/${id}/`));
    expect(await statuses(supplier, buyer, ...elsewhere)).toEqual([404, 404, 404, 404]);
    await deleteEverywhere(id);
    await restoreAll(await anEmptyOrganization(DATABASE, shop.id), exported, { from_another_installation: true });
    expect(await statuses(supplier, buyer)).toEqual([200, 200]);
  });
});
