import { useCan } from "../../../console/page-request";
import { PageLink } from "../../../console/parts/link";
import { DesignLink, Thumbnail } from "../../../console/parts/thumbnail";
import { Facts, Money, multiline, Sku } from "../../../console/parts/values";
import { shownAddress } from "../item-address";
import type { ItemRow } from "../rows.sql.ts";
import { ITEM_LABELS } from "./field-labels";
import { itemFact, type RejectedItemField } from "./in-place/item-fields";
import { ItemCost } from "./item-cost";
import { HiddenProperties, kindOf, PropertyLines, seenProperties } from "./item-lines";
import { AddressLines } from "./order-facts";

interface PanelProps {
  item: ItemRow;
  /** The state of the form of a field that was rejected. */
  rejected: RejectedItemField | undefined;
}

/** What is to be made: its picture, its personalization, how many of it, and who makes it. */
export function WhatToMake({ item, rejected }: PanelProps) {
  const canWrite = useCan("write");
  const factProps = { item, rejected };
  const kind = kindOf(item);
  const joinTexts = (...texts: (string | null)[]) => texts.filter((text) => text !== null && text !== "").join(", ") || null;
  const [sku, supplier] = [joinTexts(item.sku, item.custom_sku), joinTexts(item.assigned_supplier, item.sub_supplier)];
  const design = item.design_url === null ? null : <DesignLink url={item.design_url} />;
  const facts = [
    itemFact({ ...factProps, field: "quantity", value: <strong class="figure">{item.quantity}</strong> }),
    itemFact({
      ...factProps,
      field: "personalization",
      value: item.personalization === null ? null : <span class="words personalization">{item.personalization}</span>,
    }),
    ["Chosen", seenProperties(item).length === 0 ? null : <PropertyLines item={item} />],
    itemFact({ ...factProps, field: "variation", value: kind === "" ? null : kind }),
    itemFact({ ...factProps, field: "sku", value: sku === null ? null : <Sku sku={sku} /> }),
    itemFact({ ...factProps, field: "supplier", value: supplier }),
    itemFact({ ...factProps, field: "comment", value: multiline(item.comment) }),
    itemFact({ ...factProps, field: "design", value: design }),
    [ITEM_LABELS.tracking_code, joinTexts(item.carrier, item.tracking_code)],
  ] as const;
  return (
    <section class="panel" aria-label="What to make">
      <div class="pictured">
        <div class="picture">
          <Thumbnail url={item.design_url} label="Open the design" isLarge />
          <p>
            <PageLink page={`/files/items/${item.id}`}>{canWrite ? "Upload a design" : "Versions of the design"}</PageLink>
          </p>
        </div>
        <Facts facts={facts} />
      </div>
      {item.is_goods === 1 ? null : <p class="hint">This is nothing to make or ship.</p>}
      <HiddenProperties item={item} />
    </section>
  );
}

/** What the buyer pays for the item, and what it costs. */
export function ItemAmounts({ item, rejected, isFromShop }: PanelProps & { isFromShop: boolean }) {
  const showsMoney = useCan("money");
  const { order_currency: currency } = item;
  const factProps = { item, rejected };
  const money = (units: number | null) => (units === null ? null : <Money units={units} currency={currency} />);
  const facts = [
    itemFact({ ...factProps, field: "price", value: money(item.price) }),
    ["Total", item.is_removed === 1 ? null : money(item.price * item.quantity)],
    itemFact({ ...factProps, field: "tax", value: money(item.tax) }),
    // Members who may not see costs may only fill in an unknown one.
    itemFact({
      ...factProps,
      field: "cost",
      value: <ItemCost item={item} />,
      isFixed: !showsMoney && item.cost !== null,
    }),
  ] as const;
  return (
    <section class="panel">
      <h2>Price and cost</h2>
      <Facts facts={facts} />
      {isFromShop ? (
        <p class="hint">
          An update by the shop replaces quantities and prices, and cancels items that the shop does not have. Change them in the shop, too.
        </p>
      ) : null}
    </section>
  );
}

export function ItemAddress({ item }: { item: ItemRow }) {
  return (
    <section class="panel">
      <h2>Shipping address</h2>
      <p>
        <AddressLines {...shownAddress(item)} />
      </p>
    </section>
  );
}
