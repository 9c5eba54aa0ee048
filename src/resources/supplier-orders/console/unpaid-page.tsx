import { countText } from "../../../console/count-text";
import { page } from "../../../console/page";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";
import { Money } from "../../../console/parts/values";
import { readUnpaid, tooManyUnpaid, type Unpaid } from "../unpaid";
import { countWaitingProofs } from "../../proofs/read-proofs";
import { ProductionTabs } from "../../../console/parts/production-tabs";
import { UnpaidQuery } from "../v2/contract";
import { errorMessage } from "../../../console/form";
import { dateFormat } from "../../../platform/values/date-format";

const COLUMNS = ["Month", "Supplier", { name: "Supplier orders", figures: true }, { name: "Owed", figures: true }, ""];

/** A month (YYYY-MM) as people read it. */
const monthText = (month: string): string =>
  dateFormat("en-GB", { month: "short", year: "numeric", timeZone: "UTC" }).format(Date.parse(`${month}-01`));

const rowOf = ({ month, supplier_id, supplier_name, orders, currency, due, lines_without_cost }: Unpaid) => [
  monthText(month),
  supplier_name,
  countText(orders),
  due === null ? `Unknown: ${countText(lines_without_cost)} without a cost` : <Money units={due} currency={currency} />,
  <PageLink page={`/production?supplier_id=${supplier_id}`}>View and mark as paid</PageLink>,
];

/** What is owed to suppliers, by month. */
export const unpaidPage = page({ path: "/production/unpaid", permission: "money", query: UnpaidQuery }, async ({ org, query }) => {
  const [unpaid, proofs] = await Promise.all([readUnpaid(org, query.supplier_id ?? null), countWaitingProofs(org)]);
  const tooMany = tooManyUnpaid().details.map(errorMessage).join(" ");
  return {
    title: "Unpaid supplier orders",
    lead: "What was charged or else agreed, by the month in which it was sent.",
    body: (
      <>
        <ProductionTabs current="unpaid" changesRequested={proofs.changes_requested} />
        {unpaid === null ? (
          <p>{tooMany}</p>
        ) : (
          <Table caption="Unpaid" columns={COLUMNS} rows={unpaid.map(rowOf)} empty="Everything is paid." />
        )}
      </>
    ),
  };
});
