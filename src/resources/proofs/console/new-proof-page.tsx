import * as z from "zod";
import { action, page, type Route } from "../../../console/page";
import { Form } from "../../../console/parts/form";
import { Uploader } from "../../../console/parts/uploader";
import { DesignLink, Thumbnail } from "../../../console/parts/thumbnail";
import { IntegerId } from "../../../platform/http/input/query";
import { SHOWN_TYPES } from "../../files/file-type";
import { readItem } from "../../orders/items/list-items";
import { createProof } from "../create-proof";
import { listProofsBefore } from "../read-proofs";

const OfItem = z.object({ itemId: IntegerId });

/** Creates a draft of an item: from its design, or from a picture that is uploaded. */
const newProofPage = page(
  { path: "/production/proofs/items/:itemId", permission: "write", param: OfItem },
  async ({ org, env, param: { itemId } }) => {
    const newest = { before: null, limit: 1 };
    const [item, { rows }] = await Promise.all([readItem(org, itemId), listProofsBefore(org, { itemId }, newest)]);
    const [earlier] = rows;
    const isReplaced = earlier !== undefined && earlier.state !== "superseded";
    return {
      title: `New proof of ${item.name}`,
      lead: isReplaced ? `It replaces version ${earlier.version}, which its link then no longer shows.` : undefined,
      back: { page: `/orders/${item.order_id}/items/${itemId}`, label: item.name },
      body: (
        <>
          <section class="panel">
            <h2>From the design</h2>
            {item.design_url === null ? (
              <p>The item has no design.</p>
            ) : (
              <div class="pictured proof">
                <Thumbnail url={item.design_url} label="Open the design" isLarge />
                <div>
                  <p>
                    <DesignLink url={item.design_url} />
                  </p>
                  <Form to={`/production/proofs/items/${itemId}`}>
                    <button class="primary">Create proof from the design</button>
                  </Form>
                </div>
              </div>
            )}
          </section>
          <section class="panel">
            <h2>From another picture</h2>
            <Uploader proof={{ itemId, types: SHOWN_TYPES }} isConfigured={env.FILES !== undefined} />
          </section>
        </>
      ),
      script: "upload",
    };
  },
);

const fromDesignForm = action(
  { path: "/production/proofs/items/:itemId", permission: "write", param: OfItem },
  async ({ org, origin, param: { itemId } }) => {
    const { id } = await createProof(org, { itemId, fileId: undefined, origin });
    return { to: `/production/proofs/${id}`, flash: "proof_created" };
  },
);

/** Makes a file that the script has uploaded the proof of an item. */
const fromFileForm = action(
  {
    path: "/files/proofs/:itemId",
    permission: "write",
    param: OfItem,
    form: z.object({ file_id: z.string().max(64) }),
    rebuildResult: (marker) => ({ data: { id: (marker as { proof_id: string }).proof_id } }),
  },
  async ({ org, origin, param: { itemId }, form }) => {
    const { id } = await createProof(org, { itemId, fileId: form.file_id, origin });
    return { data: { id } };
  },
);

export const newProofRoutes: readonly Route[] = [newProofPage, fromDesignForm, fromFileForm];
