import { CARRIERS } from "./carriers";
import type { ShopNotice } from "../../connections/outgoing/shop-notices";
import { type FulfillmentStatus, meaningOf } from "../fulfillments/fulfillment-status";
import type { Fulfillment } from "../fulfillments/fulfillment";
import { carrierOfNumber } from "../fulfillments/carrier-of-number";
import { trackingLink } from "../fulfillments/tracking-link";
import type { FormState } from "../../../console/page";
import { countText, pluralize } from "../../../console/count-text";
import { useCan } from "../../../console/page-request";
import { Badge, Moment } from "../../../console/parts/values";
import { FieldIds } from "../../../console/parts/field-id";
import { Form, initialFormState, TextField } from "../../../console/parts/form";
import { ExternalLink, PageLink } from "../../../console/parts/link";
import { MAX_URL_LENGTH } from "../../../platform/values/text-limits";

/** The field that is filled in first when an order is shipped. */
export const TRACKING_FIELD = "tracking_number";
export const TRACKING_FIELDS = ["carrier", TRACKING_FIELD, "tracking_url"] as const;

export type RejectedFulfillment = FormState & { id: string };

export function TrackingFields() {
  return (
    <>
      <div class="pair">
        <TextField name={TRACKING_FIELD} label="Tracking number" hint="Scan or type it." maxLength={255} />
        <TextField name="carrier" label="Carrier" hint="If empty, the number tells it." maxLength={64} list={CARRIERS} />
      </div>
      <TextField name="tracking_url" label="Tracking page" type="url" maxLength={MAX_URL_LENGTH} placeholder="https://" />
    </>
  );
}

interface EditFulfillmentProps {
  to: string;
  name: string;
  fulfillment: Fulfillment;
  version: number;
  rejected: RejectedFulfillment | undefined;
}

/** The collapsed forms that correct the tracking of a fulfillment, and cancel it if it still holds its items. */
function EditFulfillment({ to, name, fulfillment, version, rejected }: EditFulfillmentProps) {
  const { id, status, carrier, tracking_number, tracking_url } = fulfillment;
  const stored = { carrier, tracking_number, tracking_url };
  // A rejected change of the status sent none of the fields.
  const formState = rejected === undefined ? initialFormState(stored) : { ...rejected, values: { ...stored, ...rejected.values } };
  return (
    <FieldIds value={`${id}-`}>
      <details open={rejected !== undefined}>
        <summary>Edit</summary>
        <Form to={to} class="form" formState={formState} fields={TRACKING_FIELDS} version={version}>
          <TrackingFields />
          <button aria-label={`Save fulfillment: ${name}`}>Save fulfillment</button>
        </Form>
        {meaningOf(status).allocates ? (
          <Form to={to} confirm="Cancel this fulfillment? Its items can then be put in another one. The order keeps its status.">
            <button class="quiet" name="status" value={"cancelled" satisfies FulfillmentStatus} aria-label={`Cancel fulfillment: ${name}`}>
              Cancel fulfillment
            </button>
          </Form>
        ) : null}
      </details>
    </FieldIds>
  );
}

function Tracking({ tracking_number, carrier, tracking_url }: Fulfillment) {
  const link = trackingLink({ tracking_number, carrier, tracking_url });
  if (link !== null) return <ExternalLink href={link}>{tracking_number ?? "Tracking page"}</ExternalLink>;
  return <>{tracking_number ?? <span class="soft">No tracking number</span>}</>;
}

/** With more lines than this, they are folded. */
const MANY_LINES = 10;

/** Lines that are named. */
const MAX_LINES = 100;

/** What a fulfillment contains. */
function FulfilledLines({ lines, names }: { lines: Fulfillment["lines"]; names: ReadonlyMap<number, string> }) {
  const texts = lines.slice(0, MAX_LINES).map((line) => `${countText(line.quantity)} × ${names.get(line.order_item_id) ?? "An item"}`);
  const others = lines.length - texts.length;
  const all = <span class="line soft">{[...texts, ...(others === 0 ? [] : [pluralize(others, "more line")])].join(", ")}</span>;
  if (lines.length <= MANY_LINES) return all;
  return (
    <details>
      <summary>{`${countText(lines.length)} lines`}</summary>
      {all}
    </details>
  );
}

const NOTICE_TEXTS: Readonly<Record<ShopNotice["state"], string>> = {
  notified: "Shop notified.",
  from_shop: "Comes from the shop.",
  sending: "The shop is being notified.",
  not_sent: "Shop not notified.",
  failed: "Shop not notified.",
};

/** Says whether the shop was notified of a fulfillment, and why not. */
function ShopNoticeLine({ connectionId, state, reason, nextAttemptAt }: ShopNotice) {
  const canManage = useCan("manage");
  return (
    <span class={state === "failed" ? "line late" : "line soft"}>
      {NOTICE_TEXTS[state]} {reason}
      {nextAttemptAt === null ? null : (
        <>
          {" "}
          Next attempt <Moment at={nextAttemptAt} time />.
        </>
      )}
      {canManage && reason !== null ? (
        <>
          {" "}
          <PageLink page={`/connections/${connectionId}`}>Connection</PageLink>
        </>
      ) : null}
    </span>
  );
}

interface FulfillmentPanelProps {
  orderId: number;
  fulfillment: Fulfillment;
  version: number;
  /** Which fulfillment of its order it is, from 1. */
  nth: number;
  /** The names of the order's items by their ids. */
  names: ReadonlyMap<number, string>;
  canWrite: boolean;
  /** Whether its shop was notified; undefined if no shop is to be. */
  notice: ShopNotice | undefined;
  /** The state of one of the fulfillment's forms that was rejected. */
  rejected: RejectedFulfillment | undefined;
}

/** A fulfillment with its next statuses, and a form that corrects or cancels it. */
export function FulfillmentPanel({ orderId, fulfillment, version, nth, names, canWrite, notice, rejected }: FulfillmentPanelProps) {
  const { id, status, carrier, shipped_at, delivered_at, lines } = fulfillment;
  const name = fulfillment.tracking_number ?? `number ${nth}`;
  const shownCarrier = carrier ?? (fulfillment.tracking_number === null ? null : carrierOfNumber(fulfillment.tracking_number));
  const to = `/orders/${orderId}/fulfillments/${id}`;
  const canAdvance = canWrite && delivered_at === null && meaningOf(status).allocates;
  return (
    <li class="panel fulfillment">
      <div>
        <span class="line">
          <Badge status={status} /> {shownCarrier === null ? null : `${shownCarrier} `}
          <Tracking {...fulfillment} />
        </span>
        <FulfilledLines lines={lines} names={names} />
        <span class="line soft">
          {shipped_at === null ? (
            "Not shipped yet"
          ) : (
            <>
              Shipped <Moment at={shipped_at} time />
            </>
          )}
          {delivered_at === null ? null : (
            <>
              , delivered <Moment at={delivered_at} time />
            </>
          )}
        </span>
        {notice === undefined ? null : <ShopNoticeLine {...notice} />}
        {canWrite ? <EditFulfillment to={to} name={name} fulfillment={fulfillment} version={version} rejected={rejected} /> : null}
      </div>
      {canAdvance ? (
        <Form to={to} class="actions" undo="The fulfillment changes to">
          {shipped_at === null ? (
            <button name="status" value={"in_transit" satisfies FulfillmentStatus} aria-label={`Mark shipped: ${name}`}>
              Mark shipped
            </button>
          ) : null}
          <button name="status" value={"delivered" satisfies FulfillmentStatus} aria-label={`Mark delivered: ${name}`}>
            Mark delivered
          </button>
        </Form>
      ) : null}
    </li>
  );
}
