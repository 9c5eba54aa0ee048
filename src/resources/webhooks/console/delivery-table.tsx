import type { Delivery, DeliveryOfEndpoint } from "../deliveries/queries";
import { usePageRequest } from "../../../console/page-request";
import { Badge, Moment } from "../../../console/parts/values";
import { PageLink } from "../../../console/parts/link";
import { Table } from "../../../console/parts/table";

const COLUMNS = ["Event", "Status", "Created", { name: "Attempts", figures: true }, "Last response"];

/** A short description of an attempt's response: `200 in 34 ms`. */
export function responseText({ response_status, duration_ms, error_code }: Delivery["attempts"][number]): string {
  // The duration of a lost attempt was never measured.
  if (error_code === "outcome_unknown") return "unknown";
  return `${response_status ?? "No response"} in ${duration_ms} ms`;
}

/** When the next attempt is due. A time that has passed is not shown: the attempt is in progress, or begins as soon as it can. */
function NextAttempt({ at }: { at: number }) {
  const { now } = usePageRequest();
  return (
    <span class="below">
      {at <= now ? (
        "Next attempt is due"
      ) : (
        <>
          Next attempt <Moment at={at} time="seconds" />
        </>
      )}
    </span>
  );
}

/** Whether a delivery is due, but waits for the next probe of its failing endpoint. */
function waitsForProbe({ delivery: { next_attempt_at, lease_token }, endpoint: { status, probe_after } }: DeliveryOfEndpoint): boolean {
  if (status !== "active" || probe_after === null || next_attempt_at === null) return false;
  return next_attempt_at <= probe_after && lease_token === null;
}

function rowOf(row: DeliveryOfEndpoint) {
  const { delivery, attempts } = row;
  const { id, endpoint_id, event_type, status, created_at, next_attempt_at } = delivery;
  const last = attempts.at(-1);
  const waits = waitsForProbe(row);
  const noResponse = waits ? null : "None yet";
  return [
    <PageLink page={`/webhooks/${endpoint_id}/deliveries/${id}`}>{event_type}</PageLink>,
    <Badge status={status} />,
    <Moment at={created_at} time="seconds" />,
    delivery.attempts,
    <span>
      {last === undefined ? noResponse : responseText(last)}
      {waits ? <span class="below">Waits for the endpoint to recover</span> : null}
      {waits || next_attempt_at === null || attempts.length === 0 ? null : <NextAttempt at={next_attempt_at} />}
    </span>,
  ];
}

interface DeliveryTableProps {
  deliveries: readonly DeliveryOfEndpoint[];
  empty: string;
}

/** Deliveries, newest first, each with its last response. */
export function DeliveryTable({ deliveries, empty }: DeliveryTableProps) {
  return <Table caption="Deliveries" columns={COLUMNS} rows={deliveries.map(rowOf)} empty={empty} />;
}
