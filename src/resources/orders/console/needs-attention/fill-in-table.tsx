import type { ShownItem } from "../../rows.sql.ts";
import type { MissingField } from "../../items/needs-attention";
import { fieldError } from "../../../../console/form";
import type { FormState } from "../../../../console/page";
import { claimFocus, useCan } from "../../../../console/page-request";
import { Age, Badge, Sku } from "../../../../console/parts/values";
import { PageLink } from "../../../../console/parts/link";
import { Table } from "../../../../console/parts/table";
import { orderName } from "../order-name";
import { fillField, NOT_GOODS_FIELD } from "./fill-in-fields";

export interface FillInKind {
  name: string;
  maxLength: number;
  inputmode?: "decimal" | "url";
}

/** Items with the same SKU, or, without one, with the same name, get the same value (browser/same-values.ts). */
function groupOf(missing: MissingField, { sku, custom_sku, name, order_currency }: ShownItem): string {
  const product = (missing === "sku" ? null : (sku ?? custom_sku)) ?? name;
  return missing === "cost" ? `${order_currency} ${product}` : product;
}

interface RowProps {
  missing: MissingField;
  kind: FillInKind;
  item: ShownItem;
  formState: FormState;
}

function FillIn({ missing, kind: { name, maxLength, inputmode }, item, formState }: RowProps) {
  const field = fillField(item.id);
  const violation = fieldError(formState.violations, field);
  const value = formState.values[field];
  const isUrl = inputmode === "url";
  return (
    <div class={isUrl ? "fill-in url" : "fill-in"}>
      {missing === "cost" ? <span class="soft">{item.order_currency}</span> : null}
      <input
        id={field}
        name={field}
        aria-label={`${name} of ${item.name}, order ${nameOfOrder(item)}`}
        value={typeof value === "string" ? value : ""}
        maxlength={maxLength}
        inputmode={inputmode}
        placeholder={isUrl ? "https://" : undefined}
        data-same={groupOf(missing, item)}
        aria-invalid={violation === undefined ? undefined : "true"}
        autofocus={violation !== undefined && claimFocus()}
        aria-describedby={violation === undefined ? undefined : `${field}-error`}
      />
      {missing === "design" ? (
        <PageLink page={`/files/items/${item.id}`}>
          Upload<span class="hidden">{` the design of ${item.name}, order ${nameOfOrder(item)}`}</span>
        </PageLink>
      ) : null}
      {violation === undefined ? null : (
        <p class="field-error" id={`${field}-error`}>
          {violation}
        </p>
      )}
    </div>
  );
}

const nameOfOrder = ({ order_number, order_external_id, order_id }: ShownItem): string =>
  orderName({ number: order_number, external_id: order_external_id, id: order_id });

const COLUMNS = ["Item", "SKU", "Order", "Store", "Ordered", "Status"];
const SKU_INDEX = COLUMNS.indexOf("SKU");

interface TableProps {
  missing: MissingField;
  kind: FillInKind;
  items: readonly ShownItem[];
  formState: FormState;
  empty: string;
}

/** The items of a page, each with the field that it lacks. */
export function FillInTable({ missing, kind, items, formState, empty }: TableProps) {
  const canWrite = useCan("write");
  const rows = items.map((item) => [
    <PageLink page={`/orders/${item.order_id}/items/${item.id}`}>{item.name}</PageLink>,
    <Sku sku={item.sku ?? item.custom_sku} />,
    <PageLink page={`/orders/${item.order_id}`}>{nameOfOrder(item)}</PageLink>,
    item.store_name,
    <Age at={item.order_date} />,
    <Badge status={item.status} />,
    ...(canWrite
      ? [
          <FillIn missing={missing} kind={kind} item={item} formState={formState} />,
          <button
            class="quiet"
            name={NOT_GOODS_FIELD}
            value={item.id}
            aria-label={`Not a physical item: ${item.name} of order ${nameOfOrder(item)}`}
            data-confirm={`${item.name}: not a physical item? It then needs no SKU, design file or cost, and is not made or shipped.`}
          >
            Not a physical item
          </button>,
        ]
      : []),
  ]);
  const columns = missing === "sku" ? COLUMNS.toSpliced(SKU_INDEX, 1) : COLUMNS;
  const shown = missing === "sku" ? rows.map((cells) => cells.toSpliced(SKU_INDEX, 1)) : rows;
  return (
    <Table
      caption={`Items without: ${kind.name}`}
      columns={[...columns, ...(canWrite ? [kind.name, ""] : [])]}
      rows={shown}
      empty={empty}
    />
  );
}
