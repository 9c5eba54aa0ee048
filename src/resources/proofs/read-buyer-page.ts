import { notFound, orNotFound } from "../../platform/api-error";
import type { OrgReader } from "../../platform/db/org-db";
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

/** Reads the order with the proofs that were sent. Throws 404 Not Found for an unknown order. One round trip. */
export async function readBuyerPage(org: OrgReader, id: number): Promise<{ order: BuyerOrderRow; proofs: BuyerProofRow[] }> {
  const { order, proofs } = await org.read({ order: first(buyerOrder(org, id)), proofs: buyerProofs(org, id) });
  return { order: orNotFound(order), proofs };
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
