import * as z from "zod";
import type { OrgReader } from "../../../platform/db/org-db";
import { action, type FormState, page, type Route, type View } from "../../../console/page";
import { pluralize } from "../../../console/count-text";
import { Copyable } from "../../../console/parts/copyable";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { Table } from "../../../console/parts/table";
import { Thumbnail } from "../../../console/parts/thumbnail";
import { Moment } from "../../../console/parts/values";
import { Violations } from "../../../console/parts/violations";
import { chosenIds } from "../../orders/console/chosen-ids";
import type { PlannedProof } from "../plan-proofs";
import { isPlanned, readPlan, sendProofs, type SentOrder } from "../send-proofs";
import { MAX_SENT_PROOFS } from "../states";
import { type Candidate, isUnseen, shownItems } from "./shown-items";

const Ids = chosenIds("sent");

const KIND_LABELS: Record<PlannedProof["kind"], string> = {
  new: "The current design, as a new version",
  draft: "The draft",
  again: "The proof that the buyer has already",
};

/** The ids of the items to select: those that a rejected form has sent, and otherwise those whose proofs the buyers have not got yet. */
function selectedIn(candidates: readonly Candidate[], { values, violations }: FormState): ReadonlySet<number> {
  const sent = violations.length > 0 ? new Set([values["item"]].flat()) : null;
  const isSelected = (one: Candidate) => (sent === null ? isUnseen(one) : sent.has(String(one.item.id)));
  return new Set(candidates.filter(isSelected).map(({ item }) => item.id));
}

interface SelectionProps {
  candidates: readonly Candidate[];
  /** The ids of the items that are selected when the page is opened. */
  selected: ReadonlySet<number>;
}

/** The button says how many links there will be, until another selection is made. */
function CreateButton({ candidates, selected }: SelectionProps) {
  const count = new Set(candidates.flatMap(({ item }) => (selected.has(item.id) ? [item.order_id] : []))).size;
  if (count === 0) return <button class="primary">Create proof links</button>;
  return (
    <button class="primary">
      <span class="as-selected">{`Create ${pluralize(count, "proof link")}`}</span>
      <span class="as-changed">Create proof links</span>
    </button>
  );
}

function ItemTable({ candidates, selected }: SelectionProps) {
  const checkboxes = candidates.map((one) => ({
    value: one.item.id,
    label: `Show the proof of ${one.item.name}`,
    isChecked: selected.has(one.item.id),
    isDisabled: !isPlanned(one),
  }));
  const rows = candidates.map((one) => [
    <div class="with-thumbnail">
      <PageLink page={`/orders/${one.item.order_id}/items/${one.item.id}`}>{one.item.name}</PageLink>
      <Thumbnail url={one.item.design_url} label={`Design of ${one.item.name}`} />
    </div>,
    <PageLink page={`/orders/${one.item.order_id}`}>{one.item.order_number ?? String(one.item.order_id)}</PageLink>,
    isPlanned(one) ? KIND_LABELS[one.kind] : one.detail.message,
  ]);
  return (
    <Table
      caption="Items"
      columns={["Item", "Order", "The buyer sees"]}
      rows={rows}
      selection={{ name: "item", rows: checkboxes }}
      empty="These orders have no items."
    />
  );
}

const notShown = (count: number): string => `${pluralize(count, "more item")} ${count === 1 ? "is" : "are"} not shown, because`;

/** How many items the page has no room for, and how their proofs are sent. */
function HiddenItems({ hidden }: { hidden: readonly Candidate[] }) {
  if (hidden.length === 0) return null;
  const unseen = hidden.filter(isUnseen).length;
  const again = hidden.filter(isPlanned).length - unseen;
  const rest = hidden.length - unseen - again;
  return (
    <Notice kind="plain">
      {unseen === 0 ? null : (
        <>
          <input type="hidden" name="has_more" value="1" />
          <p>
            {`${pluralize(unseen, "more item")} ${unseen === 1 ? "has" : "have"} a proof to send, which this page has no room for. Create the links of these first, and then those of the others.`}
          </p>
        </>
      )}
      {again === 0 ? null : <p>{`${notShown(again)} the buyers have the proofs already.`}</p>}
      {rest === 0 ? null : <p>{`${notShown(rest)} there is nothing to send.`}</p>}
    </Notice>
  );
}

async function show(org: OrgReader, origin: string, ids: readonly number[], formState: FormState = initialFormState()): Promise<View> {
  const { planned, skipped } = await readPlan(org, { orderIds: ids, origin });
  const { shown: candidates, hidden } = shownItems([...planned, ...skipped]);
  const selected = selectedIn(candidates, formState);
  const body = (
    <Form to="/production/proofs/send" formState={formState}>
      <Violations violations={formState.violations} fields={[]} />
      <input type="hidden" name="ids" value={ids.join(",")} />
      <HiddenItems hidden={hidden} />
      <ItemTable candidates={candidates} selected={selected} />
      {planned.length === 0 ? null : (
        <div class="actions next">
          <CreateButton candidates={candidates} selected={selected} />
        </div>
      )}
    </Form>
  );
  return {
    title: "Create proof links",
    lead: "Each order gets one link, on which the buyer sees its proofs and decides. No message is sent: the next page has the links for you to send.",
    back: { page: "/orders", label: "All orders" },
    body,
  };
}

/** A text with the link that people may send to a buyer. */
function messageText({ buyerName, orderNumber, proofs }: SentOrder, url: string): string {
  const name = buyerName === null ? "Hello" : `Hello ${buyerName}`;
  const of = orderNumber === null ? "your order" : `your order ${orderNumber}`;
  const [what, it] = proofs.length === 1 ? ["the proof", "it"] : ["the proofs", "them"];
  return `${name}, please look at ${what} for ${of}, and approve ${it} or tell us what to change: ${url}`;
}

/** All links at once: a line for each order, with its number, the buyer's first name and the link, for a mail merge or a sheet. */
function AllLinks({ orders, origin }: { orders: readonly SentOrder[]; origin: string }) {
  const lines = orders.flatMap(({ orderId, orderNumber, buyerName, path }) =>
    path === null ? [] : [[orderNumber ?? `#${orderId}`, buyerName ?? "", origin + path].join("\t")],
  );
  if (lines.length < 2) return null;
  return (
    <details class="panel" open>
      <summary>All links, for a mail merge or a spreadsheet</summary>
      <p class="soft">A line for each order: its number, the buyer’s first name, and the link.</p>
      <Copyable id="all-links" value={lines.join("\n")} button="Copy all links" isTable />
    </details>
  );
}

interface SentProps {
  orders: readonly SentOrder[];
  origin: string;
  /** The orders of which there was more than the form had room for. */
  unfinished: readonly number[];
}

/** The only page that shows the links, with texts to send. */
function sentView({ orders, origin, unfinished }: SentProps): View {
  const body = (
    <>
      <Notice kind="plain">
        Send each link to its buyer. Copy the links now: they will not be shown again, but you can create others.
      </Notice>
      {unfinished.length === 0 ? null : (
        <p>
          <PageLink page={`/production/proofs/send?ids=${unfinished.join(",")}`} class="button">
            Create the links of the other items
          </PageLink>
        </p>
      )}
      <AllLinks orders={orders} origin={origin} />
      {orders.map((order) => {
        const label = order.orderNumber ?? `#${order.orderId}`;
        const recipient = order.proofs[0]?.ship_name ?? null;
        const url = order.path === null ? null : origin + order.path;
        return (
          <section class="panel">
            <h2>
              Order <PageLink page={`/orders/${order.orderId}`}>{label}</PageLink>
              {recipient === null ? null : `, ${recipient}`}
            </h2>
            <p class="soft">{order.proofs.map(({ item_name, version }) => `${item_name}, version ${version}`).join("; ")}</p>
            {url === null ? (
              <p>The link was shown before.</p>
            ) : (
              <>
                <Copyable id={`link-${order.orderId}`} value={url} button="Copy link" />
                <p>Or copy a text with the link:</p>
                <Copyable id={`text-${order.orderId}`} value={messageText(order, url)} button="Copy text" />
              </>
            )}
            <p class="soft">
              The link works until <Moment at={order.expiresAt} />.
            </p>
          </section>
        );
      })}
      <p>
        <PageLink page="/production/proofs?state=sent" class="button">
          View proofs waiting for the buyer
        </PageLink>
      </p>
    </>
  );
  return { title: "Proof links created", back: { page: "/production/proofs", label: "Proofs" }, body };
}

const sendPage = page(
  { path: "/production/proofs/send", permission: "write", query: z.object({ ids: Ids.optional() }) },
  async ({ org, origin, query }) => await show(org, origin, query.ids ?? []),
);

const SendForm = z.object({
  ids: Ids.optional(),
  has_more: z.literal("1").optional(),
  item: z.preprocess(
    (sent) => (sent === undefined ? [] : [sent].flat()),
    z.array(z.string()).min(1, "Select at least one item.").max(MAX_SENT_PROOFS, `Select at most ${MAX_SENT_PROOFS} items.`),
  ),
});

const sendForm = action(
  {
    path: "/production/proofs/send",
    permission: "write",
    form: SendForm,
    redirectOnRepeat: "/production/proofs?state=sent",
    renderInvalid: async ({ org, origin, values, violations }) => {
      const ids = Ids.safeParse(values["ids"]);
      return await show(org, origin, ids.success ? ids.data : [], { values, violations });
    },
  },
  async ({ org, origin, form, settings: { masterSecrets } }) => {
    const { orders } = await sendProofs(org, { itemIds: [...new Set(form.item)], origin, masterSecrets });
    return { view: sentView({ orders, origin, unfinished: form.has_more === undefined ? [] : (form.ids ?? []) }) };
  },
);

export const sendProofRoutes: readonly Route[] = [sendPage, sendForm];
