import { readFilter } from "../../../platform/http/input/filters";
import { cursorListQuery, cursorPage } from "../../../platform/http/input/lists";
import { can, page } from "../../../console/page";
import { FilterTabs } from "../../../console/parts/filter-tabs";
import { PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Preview } from "../../../console/parts/thumbnail";
import { Age, Badge } from "../../../console/parts/values";
import { ProductionTabs } from "../../../console/parts/production-tabs";
import { PROOF_FILTERS } from "../filters";
import { countWaitingProofs, listProofsBefore } from "../read-proofs";
import type { ProofRow } from "../rows.sql.ts";
import { PROOF_STATES } from "../states";
import { NEW_VERSION, proofStateLabel } from "./proof-labels";

const COLUMNS = ["Proof", "Order", "State", "Buyer’s comment", "Link created", "Decided"];

const ageOrNone = (at: number | null) => (at === null ? null : <Age at={at} />);

function ProofCell({ proof: { id, file_id, item_name, version } }: { proof: ProofRow }) {
  return (
    <span class="file">
      <Preview id={file_id} />
      <PageLink page={`/production/proofs/${id}`}>{`${item_name}, version ${version}`}</PageLink>
    </span>
  );
}

const rowOf = (proof: ProofRow) => [
  <ProofCell proof={proof} />,
  <PageLink page={`/orders/${proof.order_id}`}>{proof.order_number ?? `#${proof.order_id}`}</PageLink>,
  <Badge status={proofStateLabel(proof.state)} />,
  <span class="words">{proof.comment}</span>,
  ageOrNone(proof.sent_at),
  ageOrNone(proof.decided_at),
];

const newVersionOf = (proof: ProofRow) => <PageLink page={`/production/proofs/items/${proof.order_item_id}`}>{NEW_VERSION}</PageLink>;

const NoProofs = () => (
  <>
    <p class="title">No proofs yet.</p>{" "}
    <p>
      A proof shows the buyer what will be made, and asks for approval. Select orders in their list, then Production, “Create proof links…”.
    </p>
    <p class="actions">
      <PageLink page="/orders" class="button">
        View orders
      </PageLink>
    </p>
  </>
);

const TABS = [{ name: "All", value: null }, ...PROOF_STATES.map((value) => ({ name: proofStateLabel(value), value }))];

const ProofsQuery = cursorListQuery({ filters: PROOF_FILTERS, defaultSort: { field: "id", direction: "desc" } }, "after");

export const proofsPage = page(
  { path: "/production/proofs", permission: "read", query: ProofsQuery },
  async ({ org, member, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const [counts, { rows, next }] = await Promise.all([
      countWaitingProofs(org),
      cursorPage(
        { masterSecrets, cursor, organizationId: org.organization.id, list: "console proofs", query: filter },
        (after: readonly [id: string] | null) =>
          listProofsBefore(org, readFilter(PROOF_FILTERS, org, filter), { before: after?.[0] ?? null, limit }),
        ({ id }) => [id],
      ),
    ]);
    const tabs = TABS.map((tab) => ({
      ...tab,
      count: tab.value === "sent" || tab.value === "changes_requested" ? counts[tab.value] : undefined,
    }));
    const hasActions = filter["state"] === "changes_requested" && can(member, "write");
    const isFirstOfAll = cursor === undefined && Object.values(filter).every((value) => value === undefined);
    const body = (
      <>
        <ProductionTabs current="proofs" changesRequested={counts.changes_requested} />
        <FilterTabs label="State" filter="state" value={search.get("state")} tabs={tabs} />
        <Table
          caption="Proofs"
          columns={hasActions ? [...COLUMNS, ""] : COLUMNS}
          rows={rows.map((proof) => (hasActions ? [...rowOf(proof), newVersionOf(proof)] : rowOf(proof)))}
          empty={isFirstOfAll ? <NoProofs /> : "No proofs match."}
        />
        <CursorPager next={next} isFirst={cursor === undefined} />
      </>
    );
    return { title: "Proofs", body };
  },
);
