import type { z } from "zod";
import { Proof } from "../../../src/resources/proofs/proof-view";
import { type ApiResponse, createShop, ingestOrder, type Shop } from "../../kit/client";
import { png, upload } from "../files/kit";

export type ProofResponse = z.output<typeof Proof>;

/** A shop whose items need nothing before they are sent to a supplier but what its proofs say. */
export async function aProofShop(): Promise<Shop> {
  const shop = await createShop();
  await shop.v2("/suppliers", { body: { name: "Acme" } });
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: [] } });
  return shop;
}

/** An order with items whose names are given. Each has a design that was uploaded, unless its name begins with "Plain". */
export async function orderWithDesigns(shop: Shop, ...names: string[]): Promise<ApiResponse["body"]> {
  const items = names.map((name) => ({ name, sku: "S-1", price: 10, assigned_supplier: "Acme", personalization: `For ${name}` }));
  const order = await ingestOrder(shop, {
    number: "#7",
    ship_name: "Ann Lee",
    customer_email: "ann@example.com",
    ship_address1: "12 Harbour Street",
    ship_city: "Bath",
    ship_country: "GB",
    items,
  });
  for (const item of order.items) if (!item.name.startsWith("Plain")) await giveDesign(shop, item.id);
  return order;
}

let pictureCount = 0;

/** Uploads another design of an item, and returns the id of its file. */
export async function giveDesign(shop: Shop, itemId: string): Promise<string> {
  pictureCount += 1;
  const { body, status, text } = await upload(shop, "design.png", png(600, 400, `picture ${pictureCount}`), {
    query: { order_item_id: itemId },
  });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Uploads a picture for a proof, and returns the id of its file. */
export async function aPicture(shop: Shop, name = "proof.png"): Promise<string> {
  pictureCount += 1;
  const { body, status, text } = await upload(shop, name, png(600, 400, `proof ${pictureCount}`), { query: { role: "proof" } });
  if (status !== 201) throw new Error(text);
  return body.id;
}

/** Creates a proof of an item: of the file, by default of the design of the item. */
export const create = (shop: Shop, itemId: string, fileId?: string): Promise<ApiResponse> =>
  shop.v2("/proofs", { body: { order_item_id: itemId, ...(fileId !== undefined && { file_id: fileId }) } });

/** Sends proofs: of items or of all items of orders. */
export const send = (shop: Shop, body: unknown, headers: Record<string, string> = {}): Promise<ApiResponse> =>
  shop.v2("/proofs/send", { body, headers });

/** Changes a proof. */
export const change = (shop: Shop, id: string, body: unknown): Promise<ApiResponse> => shop.v2(`/proofs/${id}`, { method: "PATCH", body });

/** Sends the proof of one item. */
export async function sendProof(shop: Shop, itemId: string): Promise<{ proof: ProofResponse; url: string }> {
  const { body, status, text } = await send(shop, { order_item_ids: [itemId] });
  if (status !== 200) throw new Error(text);
  const [order] = body.orders;
  return { proof: Proof.parse(order.proofs[0]), url: order.url };
}

/** The status of a response with the codes of its details. */
export const outcome = ({ status, body }: ApiResponse) => ({
  status,
  codes: (body.error?.details ?? []).map(({ code }: { code: string }) => code),
});

/** The blockers of each item of an order. */
export async function blockersOf(
  shop: Shop,
  orderId: number,
): Promise<{ blockers: string[]; blocks_send: string[]; blocks_ship: string[] }[]> {
  const { body } = await shop.v2(`/orders/${orderId}/readiness`);
  return body.items.map(({ blockers, blocks_send, blocks_ship }: Record<string, string[]>) => ({ blockers, blocks_send, blocks_ship }));
}
