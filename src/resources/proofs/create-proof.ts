import { conflict, conflictError, notFound } from "../../platform/api-error";
import { newId } from "../../platform/crypto/random";
import { retryOnConflict } from "../../platform/db/change";
import type { OrgDb } from "../../platform/db/org-db";
import { first } from "../../platform/db/statement";
import { fileOfUrl } from "../../platform/values/file-url";
import { fileById } from "../files/rows.sql.ts";
import { pictureOf } from "./picture";
import { isToBeMade } from "./plan-proofs";
import { designFiles, idsOfItems, proofById, type ProofRow, provableItems } from "./rows.sql.ts";
import { MAX_PROOF_VERSIONS } from "./states";
import { assertProofsUnchanged, insertProofs } from "./write.sql.ts";

/** A proof to create. Without a file, it is the current design of the item. */
interface RequestedProof {
  itemId: number;
  fileId: string | undefined;
  origin: string;
}

/**
 * Creates the next version of the proof of an item, as a draft. The earlier ones are superseded. Throws 404 Not Found for an unknown item or file,
 * and 409 Conflict if the item is not to be made or the file can't be shown. Two round trips.
 */
export async function createProof(org: OrgDb, { itemId, fileId, origin }: RequestedProof): Promise<ProofRow> {
  return await retryOnConflict(
    async () => {
      const ids = idsOfItems([itemId]);
      const found = await org.read({
        item: first(provableItems(org, ids)),
        named: fileId === undefined ? null : fileById(org, fileId),
        designs: fileId === undefined ? designFiles(org, ids) : null,
      });
      const { item } = found;
      if (item === undefined) throw notFound("order_item_id", "No such order item in this organization.");
      if (!isToBeMade(item)) {
        throw conflict("not_to_be_made", `${item.name} is not to be made: it is cancelled, refunded, shipped or no goods.`);
      }
      const designId = fileOfUrl(item.design_url ?? "", origin, org.organization.id);
      const file = fileId === undefined ? found.designs.find(({ id }) => id === designId) : found.named[0];
      if (file === undefined && fileId !== undefined) throw notFound("file_id", "No such file in this organization.");
      if (file === undefined) throw conflict("no_design_file", `${item.name} has no design that was uploaded. Name a file.`);
      if (file.role === "attachment") throw conflict("not_a_proof", "An attachment can't be a proof. Upload it as a proof.");
      if (pictureOf(file) === null) {
        throw conflict("no_picture", "The file can't be shown to a buyer. A proof is a PNG, JPEG, GIF or WebP file, or has a preview.");
      }
      if (item.last_version >= MAX_PROOF_VERSIONS) {
        throw conflict("too_many_proofs", `An item may have at most ${MAX_PROOF_VERSIONS} proofs.`);
      }
      const id = newId("prf", org.now);
      const writes = [...assertProofsUnchanged(org, [item]), ...insertProofs(org, [{ id, item, fileId: file.id }])];
      const [created] = await org.commit({ writes, marker: { proof_id: id }, returning: proofById(org, id) });
      if (created === undefined) throw notFound();
      return created;
    },
    () => conflictError("this item"),
  );
}
