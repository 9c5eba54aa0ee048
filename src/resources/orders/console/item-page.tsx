import * as z from "zod";
import { ItemChanges } from "../items/v2/contract";
import { readProperties } from "../items/properties";
import { isLive } from "../items/item-status";
import { SetItemStatus } from "../items/item-status-body";
import type { OrgReader } from "../../../platform/db/org-db";
import type { ItemRow, OrderRow } from "../rows.sql.ts";
import { toAmount } from "../../../platform/values/money";
import { setItemStatus } from "../set-status";
import { updateItem } from "../update-order";
import { shownAddress } from "../item-address";
import { readOrder } from "../read-order";
import { listProofsBefore } from "../../proofs/read-proofs";
import type { ProofRow } from "../../proofs/rows.sql.ts";
import { IntegerId } from "../../../platform/http/input/query";
import { notFound } from "../../../platform/api-error";
import { useCan } from "../../../console/page-request";
import { fromForm, ExpectedVersion } from "../../../console/form";
import { type FormState, action, can, formPage, type View } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { Badge, Facts, Money } from "../../../console/parts/values";
import { Form, initialFormState } from "../../../console/parts/form";
import { MetadataFacts, metadataValues, pairValues, withMetadata, withPairs } from "../../../console/parts/pair-rows";
import { Menu } from "../../../console/parts/menu";
import { Violations } from "../../../console/parts/violations";
import { DesignLink, Thumbnail } from "../../../console/parts/design";
import { PageLink } from "../../../console/parts/link";
import { ITEM_LABELS } from "./field-labels";
import { holdItem } from "../holds/hold-order";
import { HoldFormFields, withFormNames } from "./hold/hold-form";
import { HoldForm, HoldNotice } from "./hold/hold-panel";
import { ItemCost } from "./item-cost";
import { CostInput, ItemForm, ItemStatusForm } from "./item-form";
import { HiddenProperties, PropertyLines } from "./item-lines";
import { AddressLines } from "./order-facts";
import { ItemProof } from "./item-proof";
import { orderName } from "./order-name";

const ItemPath = z.object({ id: IntegerId, itemId: IntegerId });

const path = "/orders/:id/items/:itemId";

/** The form's values. Amounts are in currency units, as people type them. */
function valuesOf(item: ItemRow): FormState["values"] {
  const typed = (units: number | null) => (units === null ? "" : toAmount(units));
  const pairs = pairValues("properties", readProperties(item.properties));
  const requires_shipping = item.requires_shipping === null ? "" : String(item.requires_shipping === 1);
  const amounts = { price: toAmount(item.price), tax: typed(item.tax), cost: typed(item.cost) };
  return { ...item, ...pairs, ...metadataValues(item.metadata), ...amounts, requires_shipping };
}

/** The item for members who may not change it. */
function ItemFacts({ item }: { item: ItemRow }) {
  const names = Object.keys(ITEM_LABELS) as (keyof typeof ITEM_LABELS)[];
  const facts = names.map((name) => [ITEM_LABELS[name], item[name] === null ? null : <span class="words">{item[name]}</span>] as const);
  return (
    <>
      <Facts facts={[...facts, ["Cost", <ItemCost item={item} />]]} />
      <PropertyLines item={item} />
      <HiddenProperties item={item} />
      <MetadataFacts metadata={item.metadata} />
    </>
  );
}

interface FormStates {
  hold?: FormState;
  details?: FormState;
  status?: FormState;
  removal?: FormState;
}

function ItemPage({ order, item, proof, sent }: { order: OrderRow; item: ItemRow; proof: ProofRow | undefined; sent: FormStates }) {
  const canWrite = useCan("write");
  const { details = initialFormState(valuesOf(item)), status = initialFormState() } = sent;
  return (
    <div class="columns order">
      <div>
        <HoldNotice path={`/orders/${order.id}`} hold={order} version={order.version} what="The order of this item" />
        <HoldNotice path={pathOf(item)} hold={item} version={null} what="This item" />
        <Violations violations={sent.removal?.violations ?? []} fields={[]} />
        {canWrite ? <ItemForm {...details} item={item} order={order} /> : <ItemFacts item={item} />}
      </div>
      <div>
        <section class="panel">
          <h2>
            Status <Badge status={item.status} />
          </h2>
          {item.is_removed === 1 ? <p class="hint">Removed from the order, whose total does not contain it.</p> : null}
          {canWrite ? <ItemStatusForm {...status} item={item} /> : null}
          {canWrite ? <HoldForm {...(sent.hold ?? initialFormState())} path={pathOf(item)} hold={item} version={null} /> : null}
        </section>
        <section class="panel">
          <h2>Design</h2>
          <Thumbnail url={item.design_url} />
          <p>{item.design_url === null ? "None." : <DesignLink url={item.design_url} />}</p>
          <p>
            <PageLink page={`/files/items/${item.id}`}>{canWrite ? "Upload a design, or see its versions" : "Versions"}</PageLink>
          </p>
        </section>
        <ItemProof item={item} proof={proof} />
        <section class="panel">
          <h2>Shipping address</h2>
          <p>
            <AddressLines {...shownAddress(item)} />
          </p>
        </section>
      </div>
    </div>
  );
}

/** The menu with the removal of an item that the order still contains. */
function RemoveItem({ item }: { item: ItemRow }) {
  if (!useCan("write") || !isLive(item.status)) return null;
  return (
    <Menu>
      <p class="hint">The item is cancelled, and the total of the order does not contain it.</p>
      <Form
        to={`/orders/${item.order_id}/items/${item.id}/remove`}
        version={item.version}
        confirm={item.is_removed === 1 ? "Remove this item?" : "Remove this item? The total of the order changes."}
      >
        <button class="danger">Remove item</button>
      </Form>
    </Menu>
  );
}

/** Renders an item's page in one sequential round trip. Throws 404 Not Found if the order has no such item. */
async function itemView(org: OrgReader, param: z.output<typeof ItemPath>, sent: FormStates): Promise<View> {
  const newest = { before: null, limit: 1 };
  const [{ order, items }, { rows: proofs }] = await Promise.all([
    readOrder(org, param.id),
    listProofsBefore(org, { itemId: param.itemId }, newest),
  ]);
  const item = items.find(({ id }) => id === param.itemId);
  if (item === undefined) throw notFound();
  const lead = (
    <>
      {countText(item.quantity)} × <Money units={item.price} currency={order.currency} />
      {item.refunded_quantity === 0 ? null : `, ${countText(item.refunded_quantity)} refunded`}
    </>
  );
  return {
    title: item.name,
    lead,
    back: { page: `/orders/${order.id}`, label: `Order ${orderName(order)}` },
    actions: <RemoveItem item={item} />,
    body: <ItemPage order={order} item={item} proof={proofs[0]} sent={sent} />,
  };
}

/** The path of an item's page. Uses the item's order, because the form's URL may name another one. */
function pathOf({ id, order_id }: ItemRow): string {
  return `/orders/${order_id}/items/${id}`;
}

export const changeItem = formPage(
  {
    path,
    param: ItemPath,
    pagePermission: "read",
    permission: "write",
    form: withMetadata(
      withPairs(
        ["properties"],
        fromForm(z.object({ ...ItemChanges.shape, cost: CostInput.nullable().optional(), ...ExpectedVersion.shape }), {
          numbers: ["quantity", "price", "tax", "cost"],
          booleans: ["requires_shipping"],
        }),
      ),
    ),
    show: async ({ org, param }, details) => await itemView(org, param, details === undefined ? {} : { details }),
  },
  async ({ org, member, param, form: { expected_version, ...patch } }) => {
    const keepsKnownCost = !can(member, "money");
    const item = await updateItem(org, param.itemId, { patch, expectedVersion: expected_version, keepsKnownCost, isWholeForm: true });
    return { to: pathOf(item), flash: "item_saved" };
  },
);

export const removeItemForm = action(
  {
    path: `${path}/remove`,
    permission: "write",
    param: ItemPath,
    form: ExpectedVersion,
    renderInvalid: async ({ org, param, ...details }) => await itemView(org, param, { removal: details }),
  },
  async ({ org, param, form }) => {
    const item = await updateItem(org, param.itemId, { patch: "remove", expectedVersion: form.expected_version });
    return { to: `/orders/${item.order_id}`, flash: "item_removed" };
  },
);

/** Uses the custom status, if there is one, as the status. */
function parseStatus(fields: unknown): unknown {
  const { status, custom_status: custom, expected_version } = fields as Record<string, unknown>;
  return { expected_version, status: typeof custom === "string" && custom.trim() !== "" ? custom : status };
}

export const setItemStatusForm = action(
  {
    path: `${path}/status`,
    permission: "write",
    param: ItemPath,
    form: z.preprocess(parseStatus, SetItemStatus.extend(ExpectedVersion.shape)),
    renderInvalid: async ({ org, param, ...status }) => await itemView(org, param, { status }),
  },
  async ({ org, param, form }) => {
    const item = await setItemStatus(org, param.itemId, { status: form.status, expectedVersion: form.expected_version });
    return { to: pathOf(item), flash: "item_status_changed" };
  },
);

export const holdItemForm = action(
  {
    path: `${path}/hold`,
    permission: "write",
    param: ItemPath,
    form: HoldFormFields,
    renderInvalid: async ({ org, param, values, violations }) =>
      await itemView(org, param, { hold: { values, violations: withFormNames(violations) } }),
  },
  async ({ org, param, form }) => ({ to: pathOf(await holdItem(org, param.itemId, form)), flash: "held" }),
);

export const releaseItemForm = action(
  {
    path: `${path}/release`,
    permission: "write",
    param: ItemPath,
    form: z.object({}),
    renderInvalid: async ({ org, param, ...hold }) => await itemView(org, param, { hold }),
  },
  async ({ org, param }) => ({ to: pathOf(await holdItem(org, param.itemId, null)), flash: "released" }),
);
