import * as z from "zod";
import { cursorListQuery } from "../../../platform/http/input/lists";
import { optionalText } from "../../../platform/http/input/text";
import { ItemId } from "../../orders/items/item-id";
import { MAX_BULK_ACTION_IDS } from "../../orders/order-limits";
import { PROOF_FILTERS } from "../filters";
import { Proof } from "../proof-view";
import { MAX_COMMENT_LENGTH, MAX_SENT_PROOFS, PROOF_DECISIONS } from "../states";

export const ProofPath = z.object({ id: z.string().meta({ description: "Id of a proof, prf_…" }) });

export const ProofListQuery = cursorListQuery({ filters: PROOF_FILTERS, defaultSort: { field: "id", direction: "desc" } });

export const NewProof = z
  .object({
    order_item_id: ItemId,
    file_id: z
      .string()
      .max(64)
      .optional()
      .describe("A file with the role proof or design that can be shown. Default: the uploaded design of the item."),
  })
  .meta({ id: "NewProof" });

export const ProofSending = z
  .object({
    order_item_ids: z.array(ItemId).min(1).max(MAX_SENT_PROOFS).optional().describe("The items whose proofs are sent, each once."),
    order_ids: z
      .array(z.int().min(1))
      .min(1)
      .max(MAX_BULK_ACTION_IDS)
      .optional()
      .describe("Instead of `order_item_ids`: orders of which every proof is sent that can be. Their other items are skipped."),
  })
  .refine(({ order_item_ids, order_ids }) => (order_item_ids === undefined) !== (order_ids === undefined), {
    error: "Expected either order_item_ids or order_ids.",
    params: { code: "items_or_orders" },
  })
  .refine(({ order_item_ids = [] }) => new Set(order_item_ids).size === order_item_ids.length, {
    error: "Expected each item once.",
    path: ["order_item_ids"],
    params: { code: "repeated_item" },
  })
  .meta({ id: "ProofSending" });

export const SentProofs = z
  .strictObject({
    orders: z.array(
      z.strictObject({
        order_id: z.int(),
        url: z
          .string()
          .nullable()
          .describe(
            "The link for the buyer, which only this response has. null if the request is repeated after the master secret was replaced.",
          ),
        expires_at: z.iso.datetime(),
        proofs: z.array(Proof),
      }),
    ),
    skipped: z.array(z.strictObject({ order_item_id: z.string(), code: z.string(), message: z.string() })),
  })
  .meta({ id: "SentProofs" });

export const ProofUpdate = z
  .object({
    state: z
      .enum([...PROOF_DECISIONS, "superseded"])
      .describe("What the buyer has decided elsewhere, or `superseded` to withdraw the proof."),
    comment: optionalText(MAX_COMMENT_LENGTH).describe("What the buyer wrote. Required for `changes_requested`."),
  })
  .meta({ id: "ProofUpdate" });
