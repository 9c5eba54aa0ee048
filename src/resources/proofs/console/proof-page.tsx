import * as z from "zod";
import { type LinkRow, listLinks } from "../../../accounts/links/links";
import type { OrgReader } from "../../../platform/db/org-db";
import { fromForm } from "../../../console/form";
import { action, type FormState, page, type Route, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { Form, initialFormState, TextArea } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { revokeLinkForm } from "../../../console/parts/link-forms";
import { LinksPanel } from "../../../console/parts/links-panel";
import { Badge, Facts, Moment, multiline } from "../../../console/parts/values";
import { Menu } from "../../../console/parts/menu";
import { Preview } from "../../../console/parts/thumbnail";
import { Violations } from "../../../console/parts/violations";
import { OrderedPanel } from "../../orders/console/item-lines";
import { readItem } from "../../orders/items/list-items";
import type { ItemRow } from "../../orders/rows.sql.ts";
import { changeProof } from "../decide";
import { linkSubjectOf, readProof } from "../read-proofs";
import type { ProofRow } from "../rows.sql.ts";
import { MAX_COMMENT_LENGTH, PROOF_STATES } from "../states";
import { ProofPath, ProofUpdate } from "../v2/contract";
import { NEW_VERSION, proofStateLabel } from "./proof-labels";

/** The button that makes the link of a draft, or another one of a proof that has one. */
function SendForm({ proof: { state, order_item_id } }: { proof: ProofRow }) {
  if (state !== "draft" && state !== "sent") return null;
  return (
    <Form to="/production/proofs/send">
      <input type="hidden" name="item" value={order_item_id} />
      <button class="primary">{state === "draft" ? "Create link for the buyer" : "Create another link"}</button>
    </Form>
  );
}

/** What the buyer has decided elsewhere, such as in a chat. */
function DecisionForm({ proof, ...formState }: FormState & { proof: ProofRow }) {
  const to = `/production/proofs/${proof.id}`;
  if (proof.state === "superseded") return null;
  return (
    <details open={formState.violations.length > 0}>
      <summary>Record the buyer’s decision</summary>
      <Form to={to} formState={formState}>
        <input type="hidden" name="expected_state" value={proof.state} />
        <TextArea
          name="comment"
          label="Buyer’s comment"
          hint="Required if the buyer wants something to be changed."
          maxLength={MAX_COMMENT_LENGTH}
          rows={3}
        />
        <div class="actions">
          {proof.state === "approved" ? null : (
            <button name="state" value="approved">
              Mark as approved
            </button>
          )}
          {proof.state === "changes_requested" ? null : (
            <button name="state" value="changes_requested">
              Mark as changes requested
            </button>
          )}
        </div>
      </Form>
    </details>
  );
}

function WithdrawProof({ proof }: { proof: ProofRow }) {
  if (!useCan("write") || proof.state === "superseded") return null;
  return (
    <Menu>
      <p class="hint">For a wrong picture: the buyer’s link no longer shows it.</p>
      <Form to={`/production/proofs/${proof.id}`} confirm="Withdraw this proof? Its link no longer shows it.">
        <input type="hidden" name="expected_state" value={proof.state} />
        <button class="danger" name="state" value="superseded">
          Withdraw proof
        </button>
      </Form>
    </Menu>
  );
}

function ProofFacts({ proof }: { proof: ProofRow }) {
  const moment = (at: number | null) => (at === null ? null : <Moment at={at} time />);
  return (
    <section class="panel">
      <Facts
        facts={[
          ["Item", <PageLink page={`/orders/${proof.order_id}/items/${proof.order_item_id}`}>{proof.item_name}</PageLink>],
          ["Order", <PageLink page={`/orders/${proof.order_id}`}>{proof.order_number ?? `#${proof.order_id}`}</PageLink>],
          ["File", <PageLink page={`/files/${proof.file_id}`}>{proof.file_name}</PageLink>],
          ["Created by", proof.actor_name],
          ["Created", moment(proof.created_at)],
          ["Link created", moment(proof.sent_at)],
          ["Decided", moment(proof.decided_at)],
        ]}
      />
      <p>
        <PageLink page={`/production/proofs?order_item_id=${proof.order_item_id}`}>All versions of this item</PageLink>
      </p>
    </section>
  );
}

interface BodyProps extends FormState {
  proof: ProofRow;
  item: ItemRow;
  links: readonly LinkRow[];
}

function Body({ proof, item, links, ...formState }: BodyProps) {
  const canWrite = useCan("write");
  return (
    <div class="columns order">
      <div>
        <Preview id={proof.file_id} size="large" alt={`Proof of ${proof.item_name}`} />
        <OrderedPanel item={item} />
      </div>
      <div>
        <section class="panel">
          <h2>
            State <Badge status={proofStateLabel(proof.state)} />
          </h2>
          {proof.comment === null ? null : <p class="words">{multiline(proof.comment)}</p>}
          <Violations violations={formState.violations} fields={["comment"]} />
          {canWrite ? <SendForm proof={proof} /> : null}
          {canWrite ? <DecisionForm proof={proof} {...formState} /> : null}
        </section>
        <ProofFacts proof={proof} />
        {links.length === 0 ? null : (
          <LinksPanel
            links={links}
            to={`/production/proofs/${proof.id}/links`}
            lead="With a link, the buyer sees the proofs of the order and decides. Revoke one that has got into wrong hands: the proofs keep their states."
            isListOnly
          />
        )}
      </div>
    </div>
  );
}

async function show(org: OrgReader, id: string, formState: FormState = initialFormState()): Promise<View> {
  const proof = await readProof(org, id);
  const [item, links] = await Promise.all([
    readItem(org, proof.order_item_id),
    listLinks(org, { purpose: "order_proofs", subjectId: String(proof.order_id) }),
  ]);
  return {
    title: `Proof of ${proof.item_name}, version\u{A0}${proof.version}`,
    back: { page: "/production/proofs", label: "Proofs" },
    actions: (
      <>
        {proof.state === "changes_requested" ? (
          <PageButton page={`/production/proofs/items/${proof.order_item_id}`} label={NEW_VERSION} permission="write" primary />
        ) : null}
        <WithdrawProof proof={proof} />
      </>
    ),
    body: <Body proof={proof} item={item} links={links} {...formState} />,
  };
}

const proofPage = page(
  { path: "/production/proofs/:id", permission: "read", param: ProofPath },
  async ({ org, param }) => await show(org, param.id),
);

const changeForm = action(
  {
    path: "/production/proofs/:id",
    permission: "write",
    param: ProofPath,
    form: fromForm(ProofUpdate.extend({ expected_state: z.enum(PROOF_STATES).optional() }), {}),
    renderInvalid: async ({ org, param, ...formState }) => await show(org, param.id, formState),
  },
  async ({ org, param, form: { expected_state, ...update } }) => {
    await changeProof(org, param.id, { ...update, expectedState: expected_state });
    return { to: `/production/proofs/${param.id}`, flash: "proof_saved" };
  },
);

const revokeForm = revokeLinkForm({
  purpose: "order_proofs",
  pages: "/production/proofs",
  param: "proof_link_id",
  subjectOf: linkSubjectOf,
});

export const proofRoutes: readonly Route[] = [proofPage, changeForm, revokeForm];
