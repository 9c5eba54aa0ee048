import { filesBucket } from "../../../platform/object-store";
import type { OrgReader } from "../../../platform/db/org-db";
import { Notice } from "../../../public/layout";
import { type PublicContext, type PublicSite, type PublicView, type Rejected, Unusable } from "../../../public/public-page";
import { useText } from "../../../public/public-request";
import { fileResponse } from "../../files/open-file";
import { decideAsBuyer } from "../buyer-decision";
import { type BuyerOrderRow, type BuyerProofRow, openPicture, readBuyerOrder, readBuyerPage } from "../read-buyer-page";
import { NOT_RECORDED, parseDecision } from "./decision";
import { ProofCard } from "./proof-card";

const orderIdOf = ({ link }: Pick<PublicContext, "link">): number => Number(link.subject_id);

function Proofs({ order, proofs, rejected }: { order: BuyerOrderRow; proofs: readonly BuyerProofRow[]; rejected?: Rejected | undefined }) {
  const text = useText();
  return (
    <>
      <h1>{order.number === null ? text("proofs_title") : text("proofs_title_order", { order: order.number })}</h1>
      {rejected === undefined ? null : (
        <Notice kind="bad">
          {rejected.sentences.map(({ key, values }) => (
            <p>{text(key, values)}</p>
          ))}
        </Notice>
      )}
      <p>{proofs.length === 0 ? text("proofs_none") : text("proofs_lead")}</p>
      {proofs.map((proof) => (
        <ProofCard proof={proof} isCancelled={order.status === "Cancelled"} rejected={rejected} />
      ))}
    </>
  );
}

async function start({ org, ...context }: PublicContext & { org: OrgReader }, rejected?: Rejected): Promise<PublicView> {
  const { order, proofs } = await readBuyerPage(org, orderIdOf(context));
  return {
    title: context.text("proofs_title"),
    owner: order.store_name,
    body: <Proofs order={order} proofs={proofs} rejected={rejected} />,
  };
}

/** What is behind the link of an order: the proofs that were sent, for its buyer to decide. */
export const orderProofsSite: PublicSite = {
  purpose: "order_proofs",
  holder: async (org, link) => {
    await readBuyerOrder(org, orderIdOf({ link }));
    return { kind: "buyer", id: null, name: "Buyer" };
  },
  start,
  pages: [
    {
      path: "/pictures/:id",
      countedAs: "images",
      show: async ({ org, env, param, ...context }) =>
        fileResponse(await openPicture(org, filesBucket(env), { orderId: orderIdOf(context), id: param["id"] ?? "" })),
    },
  ],
  actions: [
    {
      path: "/decide/:id",
      act: async ({ org, form, param, ...context }) => {
        const decision = parseDecision(form);
        if ("key" in decision) throw new Unusable([decision]);
        const outcome = await decideAsBuyer(org, { orderId: orderIdOf(context), id: param["id"] ?? "", ...decision });
        if (outcome !== "recorded") throw new Unusable([NOT_RECORDED[outcome]]);
        return { did: decision.state === "approved" ? "did_proof_approved" : "did_proof_changes" };
      },
    },
  ],
};
