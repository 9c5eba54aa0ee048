import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { Updating } from "../../../console/parts/updating";
import { isUnderWay } from "../../webhooks/deliveries/under-way";
import { Table } from "../../../console/parts/table";
import { Badge, Moment } from "../../../console/parts/values";
import type { Delivery } from "../../webhooks/deliveries/queries";
import { orderName } from "../../orders/console/order-name";
import type { ConnectionRow } from "../connections.sql.ts";
import { attemptResult } from "../outgoing/attempt-result";
import type { OrderNames } from "../outgoing/sent-orders.sql.ts";
import { sendingStatus } from "../v2/present";

/** Whether a delivery can be sent again: no attempt is in progress, and fulfillments are sent. */
function canSendAgain({ delivery }: Delivery, { sending_status }: ConnectionRow): boolean {
  return delivery.lease_token === null && sending_status === "active";
}

/** The latest deliveries of fulfillments to the shop, with a button that sends each again. */
export function SentTable({
  connection,
  sent,
  orders,
  now,
}: {
  connection: ConnectionRow;
  sent: readonly Delivery[];
  orders: readonly OrderNames[];
  now: number;
}) {
  if (connection.sending_status === null) return null;
  const byId = new Map(orders.map((order) => [order.id, order]));
  const rows = sent.map((each) => {
    const { id, order_id = null, status, created_at, next_attempt_at } = each.delivery;
    const order = order_id === null ? undefined : byId.get(order_id);
    const last = each.attempts.at(-1);
    return [
      order === undefined ? "Unknown" : <PageLink page={`/orders/${order.id}`}>{orderName(order)}</PageLink>,
      <Moment at={created_at} time />,
      <span>
        <Badge status={status} />
        {last === undefined ? null : <span class="below">{attemptResult(last)}</span>}
        {next_attempt_at === null || last === undefined ? null : (
          <span class="below">
            Next attempt <Moment at={next_attempt_at} time />
          </span>
        )}
      </span>,
      canSendAgain(each, connection) ? (
        <Form to={`/connections/${connection.id}/deliveries/${id}/redeliver`}>
          <button>Send again</button>
        </Form>
      ) : null,
    ];
  });
  return (
    <section>
      <h2>Sent to the shop</h2>
      <Updating name="sent" waits={sent.some(({ delivery }) => isUnderWay(delivery, now))}>
        <Table
          caption="Fulfillments that were sent to the shop"
          columns={["Order", "Created", "Result", ""]}
          rows={rows}
          empty="Nothing yet. Ship an order of this shop here."
        />
      </Updating>
    </section>
  );
}

/** Says that fulfillments can't be sent. */
export function SendingNotice({ connection }: { connection: ConnectionRow }) {
  const status = sendingStatus(connection);
  if (status === "failing") return <Notice kind="bad">Fulfillments can’t be sent to the shop. They are tried again.</Notice>;
  if (status !== "disabled") return null;
  return <Notice kind="bad">Fulfillments could not be sent for five days. Correct the access, or send them again.</Notice>;
}

/** Whether fulfillments are sent to the shop, and the form that changes it. */
export function SendingPanel({ connection }: { connection: ConnectionRow }) {
  const { id, sends_fulfillments, api_credentials } = connection;
  if (api_credentials === null) return null;
  const isOn = sends_fulfillments === 1;
  return (
    <section class="panel">
      <h2>Fulfillments</h2>
      <p>
        {isOn
          ? "Fulfillments that are shipped here are sent to the shop with their tracking. The shop notifies the customer."
          : "Fulfillments that are shipped here are not sent to the shop."}
      </p>
      {isOn ? null : (
        <p class="soft">
          Once it is on, the shop is told of each fulfillment that you ship from then on. Those that were shipped while it was off are not
          sent. The access to the shop’s API must allow it to change orders.
        </p>
      )}
      {sendingStatus(connection) === "disabled" ? (
        <Form to={`/connections/${id}/start-sending`}>
          <button class="primary">Resume sending</button>
        </Form>
      ) : null}
      <Form to={`/connections/${id}/${isOn ? "stop-sending" : "start-sending"}`}>
        <button>{isOn ? "Turn off sending" : "Turn on sending"}</button>
      </Form>
    </section>
  );
}
