import { fileOfUrl } from "../../platform/values/file-url";
import { pictureOf } from "./picture";
import type { PictureRow, ProvableRow } from "./rows.sql.ts";
import { MAX_PROOF_VERSIONS } from "./states";

const NOT_TO_BE_MADE: ReadonlySet<string> = new Set(["Shipped", "Delivered", "Cancelled", "Refunded"]);

/** Whether an item is still to be made, so that somebody may be asked about it. */
export function isToBeMade({ is_goods, status, order_status }: ProvableRow): boolean {
  return is_goods === 1 && order_status !== "Cancelled" && !NOT_TO_BE_MADE.has(status);
}

/** What sending does for an item: it sends the current design as a new version, sends its draft, or only sends its link again. */
export type PlannedProof =
  | { item: ProvableRow; kind: "new"; fileId: string }
  | { item: ProvableRow; kind: "draft" | "again"; proofId: string };

/** Why nothing of an item can be sent. */
export interface SkippedProof {
  item: ProvableRow;
  detail: { code: string; message: string };
}

export interface DesignSource {
  origin: string;
  organizationId: number;
  /** By their ids. */
  files: ReadonlyMap<string, PictureRow>;
}

/** Decides what is sent for an item (docs/spec/proofs.md#send-proofs). */
export function planProof(item: ProvableRow, { origin, organizationId, files }: DesignSource): PlannedProof | SkippedProof {
  const skip = (code: string, message: string): SkippedProof => ({ item, detail: { code, message } });
  const { name, proof_id, proof_state, proof_file_id } = item;
  if (!isToBeMade(item)) return skip("not_to_be_made", `${name} is not to be made: it is cancelled, refunded, shipped or no goods.`);
  const designId = fileOfUrl(item.design_url ?? "", origin, organizationId);
  const design = designId === null ? undefined : files.get(designId);
  // A new design replaces a proof that is an earlier design, but no proof with a picture of its own.
  const isNewDesign = design !== undefined && (proof_id === null || (item.proof_is_design === 1 && proof_file_id !== design.id));
  if (isNewDesign) {
    if (pictureOf(design) === null) return skip("no_picture", `The design of ${name} can't be shown: it is no picture and has no preview.`);
    if (item.last_version >= MAX_PROOF_VERSIONS) return skip("too_many_proofs", `${name} has ${MAX_PROOF_VERSIONS} proofs, the most.`);
    return { item, kind: "new", fileId: design.id };
  }
  if (proof_id === null) return skip("no_design_file", `${name} has no design that was uploaded.`);
  if (proof_state === "draft") return { item, kind: "draft", proofId: proof_id };
  if (proof_state === "sent") return { item, kind: "again", proofId: proof_id };
  return proof_state === "approved"
    ? skip("proof_approved", `The buyer has approved ${name}.`)
    : skip("changes_requested", `The buyer has asked for a change of ${name}. Give it a new design or a new proof first.`);
}
