import * as z from "zod";
import type { OrgReader } from "../../../platform/db/org-db";
import { invalid } from "../../../platform/api-error";
import { action, type FormState, page, type Route, type View } from "../../../console/page";
import { useCan } from "../../../console/page-request";
import { pluralize } from "../../../console/count-text";
import { fittingRows, htmlLength } from "../../../console/html-length";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { Table } from "../../../console/parts/table";
import { Day, Money } from "../../../console/parts/values";
import { sentText } from "../../../console/parts/opened-values";
import { Violations } from "../../../console/parts/violations";
import { chosenIds } from "../../orders/console/chosen-ids";
import { MAX_OVERRIDE_LENGTH } from "../../orders/order-limits";
import { blockersText } from "../../orders/readiness/readiness";
import { BLOCKERS } from "../../stores/blockers";
import { type ChosenItem, chosenItemIds, chosenItemValue, readChosenItems } from "../chosen-item";
import { dueDateOf, sendingBlockers, usualCost } from "../plan-sending";
import type { SendableRow } from "../rows.sql.ts";
import { readSendableOf, sendItems } from "../send-items";
import { productionPage } from "./list-page";
import { supplierOrderRoutes } from "./order-page";
import { unpaidPage } from "./unpaid-page";

const Ids = chosenIds("sent");

interface CardItem {
  item: SendableRow;
  blockers: readonly string[];
  isOverridable: boolean;
}

/** The items of one supplier, or those that no active supplier has. */
interface Card {
  title: string;
  due: string | null;
  /** Whether the supplier has a link to its page. Null: there is no supplier. */
  hasLink: boolean | null;
  items: CardItem[];
}

/** Items on the page: each has two fields, and a form has at most 1,000 (console/body.ts). */
const MAX_SHOWN = 400;

/** How often the row of an item has its name: in its link and in the labels of its checkbox and its quantity. */
const NAMES_IN_ROW = 3;

/** The length of the texts in the row of an item. */
const lengthOf = ({ item: { name, order_number } }: CardItem): number => NAMES_IN_ROW * htmlLength(name) + htmlLength(order_number ?? "");

type Sendable = Awaited<ReturnType<typeof readSendableOf>>;

/** The items of which something is left to send. Those that lack nothing come first, so that others never hide them. */
function unsentItems({ items, readiness }: Sendable): CardItem[] {
  const stateOf = new Map(readiness.map((state) => [state.id, state]));
  const unsent = items.flatMap((item): CardItem[] => {
    const state = stateOf.get(item.id);
    if (state === undefined || item.unsent === 0) return [];
    return [
      {
        item,
        blockers: sendingBlockers(state, { isOverridden: false }),
        isOverridable: sendingBlockers(state, { isOverridden: true }).length === 0,
      },
    ];
  });
  const isReady = ({ blockers }: CardItem) => blockers.length === 0;
  return [...unsent.filter(isReady), ...unsent.filter((item) => !isReady(item))];
}

function cardsOf(org: OrgReader, shown: readonly CardItem[], { suppliers, linkedIds }: Pick<Sendable, "suppliers" | "linkedIds">): Card[] {
  const ofSupplier = suppliers.map((supplier) => ({
    title: supplier.name,
    due: dueDateOf(org, supplier),
    hasLink: linkedIds.has(supplier.id),
    items: shown.filter(({ item }) => item.supplier_id === supplier.id),
  }));
  const known = new Set<string | null>(suppliers.map(({ id }) => id));
  const others = shown.filter(({ item }) => !known.has(item.supplier_id));
  return [...ofSupplier, { title: "No active supplier", due: null, hasLink: null, items: others }].filter((card) => card.items.length > 0);
}

const quantityName = (id: number): string => `quantity_${id}`;

function SupplierCard({ card, formState }: { card: Card; formState: FormState }) {
  const showsMoney = useCan("money");
  const chosen = formState.violations.length > 0 ? new Set(chosenItemIds(formState.values["item"])) : null;
  const columns = [
    "Item",
    "Order",
    "Lacks",
    { name: "Quantity", figures: true },
    ...(showsMoney ? [{ name: "Cost of one", figures: true }] : []),
  ];
  const checkboxes = card.items.map(({ item, blockers, isOverridable }) => ({
    value: chosenItemValue(item.id, item.unsent),
    label: `Send ${item.name}`,
    isChecked: chosen === null ? blockers.length === 0 : chosen.has(item.id),
    isDisabled: !isOverridable,
  }));
  const rows = card.items.map(({ item, blockers }) => [
    <PageLink page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</PageLink>,
    <PageLink page={`/orders/${item.order_id}`}>{item.order_number ?? String(item.order_id)}</PageLink>,
    blockersText(BLOCKERS.filter((blocker) => blockers.includes(blocker))),
    <input
      class="quantity"
      name={quantityName(item.id)}
      value={sentText(formState.values[quantityName(item.id)]) || item.unsent}
      inputmode="numeric"
      aria-label={`Quantity of ${item.name}`}
    />,
    ...(showsMoney ? [usualCost(item) === null ? "Unknown" : <Money units={usualCost(item) ?? 0} currency={item.order_currency} />] : []),
  ]);
  return (
    <section class="panel">
      <h2>{card.title}</h2>
      <p class="soft">
        {pluralize(card.items.length, "item")}
        {card.due === null ? null : (
          <>
            , due <Day day={card.due} />
          </>
        )}
        {card.hasLink === null ? null : ` · ${card.hasLink ? "Has a link" : "No link yet"}`}
      </p>
      <Table
        caption={`Items of ${card.title}`}
        columns={columns}
        rows={rows}
        selection={{ name: "item", rows: checkboxes }}
        empty="None."
      />
    </section>
  );
}

async function show(org: OrgReader, ids: readonly number[], formState: FormState = initialFormState()): Promise<View> {
  const sendable = await readSendableOf(org, ids);
  const unsent = unsentItems(sendable);
  const shown = fittingRows(unsent, MAX_SHOWN, lengthOf);
  const cards = cardsOf(org, shown, sendable);
  const body =
    cards.length === 0 ? (
      <div class="empty">
        <p class="title">Nothing of these orders is to be sent to a supplier.</p>{" "}
        <p>Their items are sent already, cancelled, or shipped.</p>
      </div>
    ) : (
      <Form to="/production/send" formState={formState}>
        <Violations violations={formState.violations} fields={["override_reason"]} />
        <input type="hidden" name="ids" value={ids.join(",")} />
        {shown.length === unsent.length ? null : (
          <Notice kind="plain">
            <input type="hidden" name="has_more" value="1" />
            {`These are the first ${pluralize(shown.length, "item")}. After you have sent them, this page has the next ones. `}
            If items that lack something fill it, choose fewer orders.
          </Notice>
        )}
        {cards.map((card) => (
          <SupplierCard card={card} formState={formState} />
        ))}
        <div class="form">
          <TextField
            name="override_reason"
            label="Reason to send items that lack something"
            hint="Only if you have checked such items. The history keeps it."
            maxLength={MAX_OVERRIDE_LENGTH}
          />
          <button class="primary">Send to suppliers</button>
        </div>
      </Form>
    );
  return {
    title: "Send to suppliers",
    lead: "Creates one supplier order for each supplier, with the checked items. No message is sent: a supplier sees the order on its link.",
    back: { page: "/orders", label: "All orders" },
    body,
  };
}

const sendPage = page(
  { path: "/production/send", permission: "write", query: z.object({ ids: Ids.optional() }) },
  async ({ org, query }) => await show(org, query.ids ?? []),
);

const SendForm = z.looseObject({
  ids: Ids,
  has_more: z.literal("1").optional(),
  item: z.preprocess(readChosenItems, z.array(z.custom<ChosenItem>(), "Expected items.").min(1, "Select at least one item.")),
  override_reason: z.string().trim().max(MAX_OVERRIDE_LENGTH).optional(),
});

function quantityOf(fields: z.output<typeof SendForm>, itemId: number): number {
  const name = quantityName(itemId);
  const text = fields[name];
  const quantity = typeof text === "string" && /^\d{1,7}$/.test(text.trim()) ? Number(text.trim()) : 0;
  if (quantity < 1) throw invalid(name, "invalid_quantity", "Expected a quantity of at least 1 for each selected item.");
  return quantity;
}

const sendForm = action(
  {
    path: "/production/send",
    permission: "write",
    form: SendForm,
    renderInvalid: async ({ org, values, violations }) => {
      const ids = Ids.safeParse(values["ids"]);
      return await show(org, ids.success ? ids.data : [], { values, violations });
    },
  },
  async ({ org, form }) => {
    const items = form.item.map(({ itemId, left }) => ({ order_item_id: String(itemId), quantity: quantityOf(form, itemId), left }));
    const reason = form.override_reason === undefined || form.override_reason === "" ? null : form.override_reason;
    const [first, ...others] = await sendItems(org, { items, state: "sent", override_reason: reason });
    if (form.has_more !== undefined) return { to: `/production/send?ids=${form.ids.join(",")}`, flash: "sent_to_suppliers" };
    return { to: first !== undefined && others.length === 0 ? `/production/${first.order.id}` : "/production", flash: "sent_to_suppliers" };
  },
);

// `/production/send` and `/production/unpaid` must come before `/production/:id`, which would match them.
export const productionRoutes: readonly Route[] = [productionPage, unpaidPage, sendPage, sendForm, ...supplierOrderRoutes];
