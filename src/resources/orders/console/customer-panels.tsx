import { SHIP_ADDRESS } from "../text-columns";
import { MAX_SEARCH_LENGTH } from "../order-limits";
import { OPEN_STATUSES } from "../order-status";
import type { OrderRow } from "../rows.sql.ts";
import { readList } from "../text-list";
import { usePageRequest } from "../../../console/page-request";
import { Badge, Facts, multiline } from "../../../console/parts/values";
import { ExternalLink, PageLink } from "../../../console/parts/link";
import { countryName } from "./country-name";
import { FLAG_LABELS, FLAG_NAMES, ORDER_LABELS } from "./field-labels";
import { editableFact, type RejectedField } from "./in-place/editable-fact";
import { AddressLines, FactsPanel } from "./order-facts";
import { orderName } from "./order-name";
import { ShipBy } from "./ship-by";

interface PanelProps {
  order: OrderRow;
  /** The state of the form of a field that was rejected. */
  rejected: RejectedField | undefined;
}

/** The page of a map with an address. It opens only if somebody follows the link. */
function mapUrl({ ship_address1, ship_city, ship_zipcode, ship_country }: OrderRow): string {
  const country = ship_country === null ? null : countryName(ship_country);
  const query = [ship_address1, ship_zipcode, ship_city, country].filter((part) => part !== null && part !== "").join(", ");
  return `https://www.openstreetmap.org/search?${new URLSearchParams({ query }).toString()}`;
}

function ShippingAddress({ order }: { order: OrderRow }) {
  return (
    <>
      <span id="shipping-address">
        <AddressLines {...order} />
      </span>
      <span class="line links on-screen">
        <button type="button" class="quiet" hidden data-copy="shipping-address">
          Copy address
        </button>
        {SHIP_ADDRESS.every((column) => order[column] === null) ? null : <ExternalLink href={mapUrl(order)}>Map</ExternalLink>}
      </span>
    </>
  );
}

/** The customer. Payment methods are never shown. */
export function Customer({ order, rejected }: PanelProps) {
  const flags = FLAG_NAMES.filter((name) => order[name] === 1);
  const badges = (
    <span class="badges">
      {flags.map((name) => (
        <Badge status={FLAG_LABELS[name]} />
      ))}
    </span>
  );
  const factProps = { order, rejected };
  const facts = [
    editableFact({ ...factProps, field: "customer-name", value: order.customer_name }),
    editableFact({ ...factProps, field: "email", value: order.customer_email }),
    editableFact({ ...factProps, field: "phone", value: order.customer_phone }),
    editableFact({ ...factProps, field: "address", value: multiline(order.customer_address), rare: true }),
    ["Flags", flags.length === 0 ? null : badges],
  ] as const;
  return (
    <section class="panel">
      <h2>Customer</h2>
      {facts.every(([, value]) => value === null) ? <p class="soft">Unknown</p> : <Facts facts={facts} />}
    </section>
  );
}

/** Where and when the order is sent. The day by which it must be is of no interest once it is finished. */
export function Shipping({ order, rejected }: PanelProps) {
  const factProps = { order, rejected };
  const isOpen = OPEN_STATUSES.some((status) => status === order.status);
  const hasAddress = [order.ship_name, order.ship_company, ...SHIP_ADDRESS.map((column) => order[column])].some((line) => line !== null);
  const facts = [
    editableFact({ ...factProps, field: "shipping-address", value: hasAddress ? <ShippingAddress order={order} /> : null }),
    editableFact({
      ...factProps,
      field: "ship-by",
      value: isOpen && order.ship_by_date !== null ? <ShipBy order={order} /> : null,
      rare: !isOpen,
    }),
    editableFact({ ...factProps, field: "service", value: order.shipping_service, rare: true }),
  ] as const;
  return <FactsPanel title="Shipping" facts={facts} />;
}

/**
 * The customer's other orders. A script shows the newest ones (browser/other-orders.ts), which are read after the page, so that the page does not
 * wait for them. Nothing if the order has neither an email address nor a phone number.
 */
export function OtherOrders({ order: { id, customer_email: email, customer_phone: phone } }: { order: OrderRow }) {
  const { base } = usePageRequest();
  const contact = email ?? phone;
  if (contact === null) return null;
  const query = new URLSearchParams({ ...(email !== null && { email }), ...(phone !== null && { phone }), except: String(id) });
  return (
    <section class="panel" data-other-orders={`${base}/orders/of-customer?${query.toString()}`}>
      <h2>Other orders</h2>
      <ul class="plain" aria-live="polite" />
      <span class="on-screen">
        <PageLink page={`/orders?q=${encodeURIComponent(contact.slice(0, MAX_SEARCH_LENGTH))}`}>All orders of this customer</PageLink>
      </span>
    </section>
  );
}

/** What the buyer wrote about the order. Renders nothing if there is nothing. */
export function BuyerTexts({ order, rejected }: PanelProps) {
  const factProps = { order, rejected, rare: true };
  const facts = [
    editableFact({ ...factProps, field: "note", value: multiline(order.buyer_note) }),
    editableFact({ ...factProps, field: "gift", value: multiline(order.gift_message) }),
  ] as const;
  return <FactsPanel title="From the buyer" facts={facts} />;
}

/** What the shop says about the order. Renders nothing if it says nothing. */
export function ShopFacts({ order }: { order: OrderRow }) {
  const facts = [
    [ORDER_LABELS.source_status, order.source_status],
    [ORDER_LABELS.discount_codes, readList(order.discount_codes).join(", ") || null],
    [ORDER_LABELS.external_id, order.external_id === orderName(order) ? null : order.external_id],
  ] as const;
  return <FactsPanel title="From the shop" facts={facts} />;
}

function Tags({ tags }: { tags: readonly string[] }) {
  return (
    <>
      {tags.map((tag, index) => (
        <>
          {index === 0 ? null : ", "}
          <PageLink page={`/orders?tag=${encodeURIComponent(tag)}`}>{tag}</PageLink>
        </>
      ))}
    </>
  );
}

/** The tags of an order, and who handles it. */
export function Handling({ order, rejected }: PanelProps) {
  const tags = readList(order.tags);
  const factProps = { order, rejected };
  const facts = [
    editableFact({ ...factProps, field: "tags", value: tags.length === 0 ? null : <Tags tags={tags} /> }),
    editableFact({ ...factProps, field: "assignee", value: order.assignee }),
  ] as const;
  return <FactsPanel title="Tags and assignee" facts={facts} />;
}
