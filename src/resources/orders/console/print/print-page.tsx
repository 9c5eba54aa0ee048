import * as z from "zod";
import { page } from "../../../../console/page";
import { Icon } from "../../../../console/parts/icon";
import { Notice } from "../../../../console/parts/notice";
import { PageLink } from "../../../../console/parts/link";
import { usePageRequest } from "../../../../console/page-request";
import { initialFormState, SelectField } from "../../../../console/parts/form";
import { readNewestProofs } from "../../../proofs/read-proofs";
import type { NewestProof } from "../../../proofs/rows.sql.ts";
import { readOrderParts, readReturnAddresses } from "../../read-order-set";
import { chosenIds } from "../chosen-ids";
import { orderName } from "../order-name";
import { JobTickets } from "./job-tickets";
import { ordersToPrint, type PrintedOrder } from "./left-to-ship";
import { PackingSlips } from "./packing-slips";
import { PickList } from "./pick-list";
import { assertTextFits } from "./printed-text";

/** What can be printed. `hasAddresses` and `hasProofs` say what is read for it besides the orders. */
export const DOCUMENTS = {
  slips: {
    label: "Packing slips",
    hasAddresses: true,
    hasProofs: false,
    render: (orders: readonly PrintedOrder[], returnAddresses: ReadonlyMap<number, string>) => (
      <PackingSlips orders={orders} returnAddresses={returnAddresses} />
    ),
  },
  pick: {
    label: "Pick list",
    hasAddresses: false,
    hasProofs: false,
    render: (orders: readonly PrintedOrder[]) => <PickList orders={orders} />,
  },
  "slips-pick": {
    label: "Packing slips and pick list",
    hasAddresses: true,
    hasProofs: false,
    render: (orders: readonly PrintedOrder[], returnAddresses: ReadonlyMap<number, string>) => (
      <>
        <PickList orders={orders} />
        <PackingSlips orders={orders} returnAddresses={returnAddresses} />
      </>
    ),
  },
  tickets: {
    label: "Job tickets",
    hasAddresses: false,
    hasProofs: true,
    render: (orders: readonly PrintedOrder[], _addresses: ReadonlyMap<number, string>, proofs: ReadonlyMap<number, NewestProof>) => (
      <JobTickets orders={orders} proofs={proofs} />
    ),
  },
} as const;
export type DocumentName = keyof typeof DOCUMENTS;
export const DOCUMENT_NAMES = Object.keys(DOCUMENTS) as DocumentName[];

/** Sizes of paper, by the name of the page in print.css. */
const PAPERS = { a4: "A4", letter: "Letter", label: "Label, 4 x 6 in" } as const;
const PAPER_NAMES = Object.keys(PAPERS) as (keyof typeof PAPERS)[];

const choices = <Name extends string>(names: readonly Name[], labelOf: (name: Name) => string) =>
  names.map((name) => [name, labelOf(name)] as const);

const Query = z.object({
  ids: chosenIds("printed").default([]),
  document: z.enum(DOCUMENT_NAMES).default("slips"),
  paper: z.enum(PAPER_NAMES).default("a4"),
});

export const printPath = (document: DocumentName, ids: readonly number[]): `/${string}` =>
  `/orders/print?document=${document}&ids=${ids.join(",")}`;

/** Chooses the document and the paper. It is not printed. */
function PrintForm({ ids, document, paper }: z.output<typeof Query>) {
  const { base } = usePageRequest();
  const formState = initialFormState({ document, paper });
  return (
    <form class="filters" method="get" action={`${base}/orders/print`} aria-label="What to print" data-live>
      <input type="hidden" name="ids" value={ids.join(",")} />
      <SelectField
        formState={formState}
        name="document"
        label="Document"
        options={choices(DOCUMENT_NAMES, (name) => DOCUMENTS[name].label)}
      />
      <SelectField formState={formState} name="paper" label="Paper" options={choices(PAPER_NAMES, (name) => PAPERS[name])} />
      <div class="actions">
        <button data-apply>Show</button>
        <button type="button" class="primary" data-print hidden>
          <Icon name="print" />
          Print
        </button>
      </div>
    </form>
  );
}

/** Which of the chosen orders are not printed, and why. It is not printed. */
function LeftOut({ orders }: { orders: ReturnType<typeof ordersToPrint>["leftOut"] }) {
  if (orders.length === 0) return null;
  return (
    <Notice kind="plain">
      <p>Not printed:</p>
      <ul>
        {orders.map(({ order, reason }) => (
          <li>
            <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>: {reason}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

const NO_ADDRESSES: ReadonlyMap<number, string> = new Map();
const NO_PROOFS: ReadonlyMap<number, NewestProof> = new Map();

/** Documents of orders for the packing table and the workshop, of up to 200 orders at once. Orders of the request that do not exist are left out. */
export const printPage = page({ path: "/orders/print", permission: "read", query: Query, pages: "printed" }, async ({ org, query }) => {
  const { hasAddresses, hasProofs } = DOCUMENTS[query.document];
  const [orders, returnAddresses, proofs] = await Promise.all([
    query.ids.length === 0 ? [] : readOrderParts(org, query.ids),
    hasAddresses ? readReturnAddresses(org, query.ids) : NO_ADDRESSES,
    hasProofs ? readNewestProofs(org, query.ids) : NO_PROOFS,
  ]);
  const { printed, leftOut } = ordersToPrint(orders, org.now);
  assertTextFits(printed, { repeatsNotes: query.document === "tickets" });
  return {
    title: DOCUMENTS[query.document].label,
    back: { page: "/orders", label: "All orders" },
    body:
      orders.length === 0 ? (
        <p>
          Select orders in the <PageLink page="/orders">list of orders</PageLink> to print them.
        </p>
      ) : (
        <>
          <PrintForm {...query} />
          <LeftOut orders={leftOut} />
          <div class={`papers ${query.paper}`}>
            {printed.length === 0 ? null : DOCUMENTS[query.document].render(printed, returnAddresses, proofs)}
          </div>
        </>
      ),
  };
});
