import { filesBucket } from "../../../platform/object-store";
import type { OrgDb, OrgReader } from "../../../platform/db/org-db";
import { PublicForm } from "../../../public/layout";
import { type PublicContext, type PublicSite, type PublicView, InvalidFormError } from "../../../public/public-page";
import { useText } from "../../../public/public-request";
import { fileResponse } from "../../files/open-file";
import { type BuyerDecision, decideAsBuyer } from "../buyer-decision";
import { type BuyerPage, openPicture, readBuyerOrder, readBuyerPage } from "../read-buyer-page";
import { approvedIds, NOT_RECORDED, parseDecision } from "./decision";
import { isWaiting, ProofCard } from "./proof-card";

const orderIdOf = ({ link }: Pick<PublicContext, "link">): number => Number(link.subject_id);

/** Approves everything that waits. It stands below all pictures, so that they are seen first. */
function ApproveAll({ order, proofs }: BuyerPage) {
  const text = useText();
  const waiting = proofs.filter((proof) => isWaiting(proof, order));
  if (waiting.length < 2) return null;
  return (
    <PublicForm to="/approve">
      {waiting.map(({ id }) => (
        <input type="hidden" name="proof" value={id} />
      ))}
      <button class="primary big">{text("proof_approve_all", { count: waiting.length })}</button>
    </PublicForm>
  );
}

function Proofs({ page }: { page: BuyerPage }) {
  const { order, proofs, hasMore } = page;
  const text = useText();
  return (
    <>
      <h1>{order.number === null ? text("proofs_title") : text("proofs_title_order", { order: order.number })}</h1>
      {proofs.length === 0 ? <p>{text("proofs_none")}</p> : null}
      {proofs.some((proof) => isWaiting(proof, order)) ? <p>{text("proofs_lead")}</p> : null}
      {proofs.map((proof) => (
        <ProofCard proof={proof} order={order} />
      ))}
      {hasMore ? <p>{text("proofs_more")}</p> : null}
      <ApproveAll {...page} />
    </>
  );
}

async function start({ org, ...context }: PublicContext & { org: OrgReader }): Promise<PublicView> {
  const page = await readBuyerPage(org, orderIdOf(context));
  return {
    title: context.text("proofs_title"),
    owner: page.order.store_name,
    body: <Proofs page={page} />,
  };
}

/** Records a decision, or throws InvalidFormError with what has happened meanwhile. */
async function record(org: OrgDb, decision: BuyerDecision): Promise<void> {
  const outcome = await decideAsBuyer(org, decision);
  if (outcome !== "recorded") throw new InvalidFormError([NOT_RECORDED[outcome]]);
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
        if ("key" in decision) throw new InvalidFormError([decision]);
        await record(org, { orderId: orderIdOf(context), ids: [param["id"] ?? ""], ...decision });
        return { did: decision.state === "approved" ? "did_proof_approved" : "did_proof_changes" };
      },
    },
    {
      path: "/approve",
      act: async ({ org, form, ...context }) => {
        const ids = approvedIds(form);
        if (ids.length === 0) throw new InvalidFormError([{ key: "problem_field" }]);
        await record(org, { orderId: orderIdOf(context), ids, state: "approved", comment: null });
        return { did: "did_proofs_approved" };
      },
    },
  ],
};
