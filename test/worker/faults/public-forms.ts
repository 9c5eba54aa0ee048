import { ingestOrder, type Shop } from "../../kit/client";
import { formOf, visit } from "../public/kit";
import { aProducingShop, anItem, change, sendAll } from "../supplier-orders/kit";
import { giveDesign } from "../proofs/kit";

/** A form of a public page that was opened, and can be sent for the first time. */
export interface OpenedForm {
  shop: Shop;
  path: string;
  fields: Record<string, string | readonly string[]>;
  file?: string | undefined;
}

type Opening = () => Promise<OpenedForm>;

const pathOf = (url: string): string => new URL(url).pathname;

/** A form on a page behind a link. */
interface FormOnPage extends Partial<Pick<OpenedForm, "fields" | "file">> {
  page?: string;
  action: string;
}

/** Opens the page behind a link that has a form, and returns the form. */
async function openForm(shop: Shop, link: string, { page = "", action, fields = {}, file }: FormOnPage): Promise<OpenedForm> {
  const shown = await visit(link + page);
  return { shop, path: link + action, fields: { ...formOf(shown, action), ...fields }, file };
}

/** The form of a supplier's page for an order in this state. */
const ofSupplier =
  (
    purpose: "supplier" | "supplier_order",
    state: "sent" | "accepted" | "in_production",
    formFor: (of: { shop: Shop; order: string; item: string }) => FormOnPage | Promise<FormOnPage>,
  ): Opening =>
  async () => {
    const shop = await aProducingShop();
    const order = await ingestOrder(shop, { number: "#1", items: [anItem({ name: "Mug" }), anItem({ name: "Cup" })] });
    const sent = await sendAll(shop, order.id);
    if (state !== "sent") await change(shop, sent.id, { state });
    const subject = purpose === "supplier" ? `/suppliers/${sent.supplier_id}` : `/supplier-orders/${sent.id}`;
    const link = pathOf((await shop.v2(`${subject}/links`, { body: {} })).body.url);
    const form = await formFor({ shop, order: sent.id, item: order.items[0].id });
    // The link of one order opens its page itself.
    const { page = "" } = form;
    return await openForm(shop, link, purpose === "supplier_order" && page === `/orders/${sent.id}` ? { ...form, page: "" } : form);
  };

const supplierForms = (purpose: "supplier" | "supplier_order"): Record<string, Opening> => ({
  [`${purpose} /orders/:id/accept`]: ofSupplier(purpose, "sent", ({ order }) => ({
    page: `/orders/${order}`,
    action: `/orders/${order}/accept`,
  })),
  [`${purpose} /orders/:id/make`]: ofSupplier(purpose, "accepted", ({ order }) => ({
    page: `/orders/${order}`,
    action: `/orders/${order}/make`,
  })),
  [`${purpose} /orders/:id/reject`]: ofSupplier(purpose, "sent", ({ order }) => ({
    page: `/orders/${order}`,
    action: `/orders/${order}/reject`,
    fields: { reason: "Closed" },
  })),
  [`${purpose} /orders/:id/lines/:item/reject`]: ofSupplier(purpose, "sent", ({ order, item }) => ({
    page: `/orders/${order}`,
    action: `/orders/${order}/lines/${item}/reject`,
    fields: { reason: "No blue mugs" },
  })),
  [`${purpose} /orders/:id/ship`]: ofSupplier(purpose, "in_production", ({ order, item }) => ({
    page: `/orders/${order}`,
    action: `/orders/${order}/ship`,
    fields: { item, tracking_number: "1Z999" },
  })),
  [`${purpose} /orders/:id/correct`]: ofSupplier(purpose, "in_production", async ({ shop, order }) => {
    await shop.v2(`/supplier-orders/${order}/ship`, { body: { tracking_number: "1Z998" } });
    return { page: `/orders/${order}/correct?number=1Z998`, action: `/orders/${order}/correct`, fields: { tracking_number: "1Z999" } };
  }),
  [`${purpose} /tracking`]: ofSupplier(purpose, "in_production", () => ({
    page: "/tracking",
    action: "/tracking",
    // "1" is the number of the buyer's order, and the number of its parcel follows.
    fields: { lines: "1\t1Z999" },
  })),
  [`${purpose} /upload`]: ofSupplier(purpose, "in_production", ({ item }) => ({
    page: "/upload",
    action: "/upload",
    file: `order_item_id,tracking_number\n${item},1Z999AA10123456784\n`,
  })),
});

/** The form of a buyer's page for two proofs that were sent. */
const ofBuyer =
  (formFor: (ids: readonly string[]) => FormOnPage): Opening =>
  async () => {
    const shop = await aProducingShop();
    const order = await ingestOrder(shop, { items: [anItem({ name: "Mug" }), anItem({ name: "Cup" })] });
    for (const { id } of order.items) await giveDesign(shop, id);
    const [sent] = (await shop.v2("/proofs/send", { body: { order_ids: [order.id] } })).body.orders;
    const ids: string[] = sent.proofs.map(({ id }: { id: string }) => id);
    return await openForm(shop, pathOf(sent.url), formFor(ids));
  };

/** Every form of a public page, by the purpose of its link and its path. */
export const PUBLIC_FORMS: Readonly<Record<string, Opening>> = {
  ...supplierForms("supplier"),
  ...supplierForms("supplier_order"),
  "order_proofs /decide/:id": ofBuyer(([id = ""]) => ({
    action: `/decide/${id}`,
    fields: { decision: "changes_requested", comment: "In blue" },
  })),
  "order_proofs /approve": ofBuyer((ids) => ({ action: "/approve", fields: { proof: ids } })),
};
