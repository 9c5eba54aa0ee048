import * as z from "zod";
import { action, page, type Route } from "../../../console/page";
import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { DesignLink, Preview, Thumbnail } from "../../../console/parts/thumbnail";
import { Uploader } from "../../../console/parts/uploader";
import { multiline } from "../../../console/parts/values";
import { IntegerId } from "../../../platform/http/input/query";
import { fileOfUrl } from "../../../platform/values/file-url";
import { SHOWN_TYPES } from "../../files/file-type";
import { readItem } from "../../orders/items/list-items";
import { OrderedPanel } from "../../orders/console/item-lines";
import type { ItemRow } from "../../orders/rows.sql.ts";
import { createProof } from "../create-proof";
import { listProofsBefore } from "../read-proofs";
import type { ProofRow } from "../rows.sql.ts";

const ItemParam = z.object({ itemId: IntegerId });

/** What the buyer wrote about the earlier version, next to what they saw. */
function EarlierProof({ earlier }: { earlier: ProofRow }) {
  if (earlier.state !== "changes_requested") return null;
  return (
    <section class="panel">
      <h2>What the buyer wants</h2>
      <div class="pictured">
        <Preview id={earlier.file_id} size="large" alt={`Version ${earlier.version}`} />
        <div>
          <p class="words">{multiline(earlier.comment ?? "")}</p>
        </div>
      </div>
    </section>
  );
}

interface DesignProps {
  item: ItemRow;
  /** The version whose picture is the design. Null: none that a buyer has seen. */
  seenVersion: number | null;
}

function FromDesign({ item, seenVersion }: DesignProps) {
  if (item.design_url === null) return <p>The item has no design.</p>;
  const isSeen = seenVersion !== null;
  return (
    <div class={isSeen ? "pictured" : "pictured proof"}>
      <Thumbnail url={item.design_url} label="Open the design" isLarge />
      <div>
        {isSeen ? (
          <p>
            {`The buyer has seen this picture (version ${seenVersion}). `}
            <PageLink page={`/files/items/${item.id}`}>Upload another design</PageLink>
          </p>
        ) : (
          <p>
            <DesignLink url={item.design_url} />
          </p>
        )}
        <Form to={`/production/proofs/items/${item.id}`}>
          <button class={isSeen ? undefined : "primary"}>Create proof from the design</button>
        </Form>
      </div>
    </div>
  );
}

/** Creates a draft of an item: from its design, or from a picture that is uploaded. What the buyer has not seen comes first. */
const newProofPage = page(
  { path: "/production/proofs/items/:itemId", permission: "write", param: ItemParam },
  async ({ org, env, origin, param: { itemId } }) => {
    const newest = { before: null, limit: 1 };
    const [item, { rows }] = await Promise.all([readItem(org, itemId), listProofsBefore(org, { itemId }, newest)]);
    const [earlier] = rows;
    const replacesEarlier = earlier !== undefined && earlier.state !== "superseded";
    const designId = fileOfUrl(item.design_url ?? "", origin, org.organization.id);
    const seenVersion = earlier !== undefined && earlier.sent_at !== null && earlier.file_id === designId ? earlier.version : null;
    const fromDesign = (
      <section class="panel">
        <h2>From the design</h2>
        <FromDesign item={item} seenVersion={seenVersion} />
      </section>
    );
    return {
      title: `New proof of ${item.name}`,
      lead: replacesEarlier
        ? `It replaces version ${earlier.version}. The buyer’s link then stops showing version ${earlier.version}.`
        : undefined,
      back: { page: `/orders/${item.order_id}/items/${itemId}`, label: item.name, isPrinted: true },
      body: (
        <>
          {earlier === undefined ? null : <EarlierProof earlier={earlier} />}
          <OrderedPanel item={item} />
          {seenVersion === null ? fromDesign : null}
          <section class="panel">
            <h2>Upload a new picture</h2>
            <Uploader proof={{ itemId, types: SHOWN_TYPES }} isConfigured={env.FILES !== undefined} />
          </section>
          {seenVersion === null ? null : fromDesign}
        </>
      ),
      script: "upload",
    };
  },
);

const fromDesignForm = action(
  { path: "/production/proofs/items/:itemId", permission: "write", param: ItemParam },
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
    param: ItemParam,
    form: z.object({ file_id: z.string().max(64) }),
    rebuildResult: (marker) => ({ data: { id: (marker as { proof_id: string }).proof_id } }),
  },
  async ({ org, origin, param: { itemId }, form }) => {
    const { id } = await createProof(org, { itemId, fileId: form.file_id, origin });
    return { data: { id } };
  },
);

export const newProofRoutes: readonly Route[] = [newProofPage, fromDesignForm, fromFileForm];
