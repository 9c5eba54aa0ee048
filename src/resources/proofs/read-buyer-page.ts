import { notFound, orNotFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
import { takePage } from "../../platform/db/list/page-fit";
import { first } from "../../platform/db/statement";
import { type OpenedFile, openFile, openPreview } from "../files/open-file";
import { buyerOrder, type BuyerOrderRow, buyerProofs, type BuyerProofRow, pictureFile } from "./buyer.sql.ts";
import { pictureOf } from "./picture";

export type { BuyerOrderRow, BuyerProofRow } from "./buyer.sql.ts";

/** Reads what the buyer of an order sees of it. Throws 404 Not Found for an unknown order. One round trip. */
export async function readBuyerOrder(org: OrgReader, id: number): Promise<BuyerOrderRow> {
  const [order] = await org.read(buyerOrder(org, id));
  return orNotFound(order);
}

/** The most proofs that a buyer sees at once. */
export const MAX_SHOWN_PROOFS = 100;

/** An order with the proofs that were sent, in the order of its items. */
export interface BuyerPage {
  order: BuyerOrderRow;
  proofs: BuyerProofRow[];
  /** Whether there are more than fit in a page. Those that wait for a decision come first, so each decision shows the next. */
  hasMore: boolean;
}

/** Reads what a buyer sees. Throws 404 Not Found for an unknown order. One round trip. */
export async function readBuyerPage(org: OrgReader, id: number): Promise<BuyerPage> {
  const { order, proofs } = await org.read({ order: first(buyerOrder(org, id)), proofs: buyerProofs(org, id, MAX_SHOWN_PROOFS) });
  const { rows, hasMore } = takePage(proofs, MAX_SHOWN_PROOFS, org.pageLimit);
  return { order: orNotFound(order), proofs: rows.toSorted((a, b) => a.order_item_id - b.order_item_id), hasMore };
}

/** Opens the picture of a proof that the buyer of an order sees. Throws 404 Not Found for any other. One round trip. */
export async function openPicture(org: OrgReader, bucket: R2Bucket, proof: { orderId: number; id: string }): Promise<OpenedFile> {
  const [found] = await org.read(pictureFile(org, proof));
  const file = orNotFound(found);
  const picture = pictureOf(file);
  if (picture === null) throw notFound();
  const { response, headers } = picture === "content" ? await openFile(bucket, file) : await openPreview(bucket, file);
  // The name of the file is the team's own.
  return { response, headers: { ...headers, "Content-Disposition": "inline" } };
}
