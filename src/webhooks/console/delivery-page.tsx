import { DeliveryPath } from "../v2/contract";
import { readSent, type Sent } from "../deliveries/read-sent";
import { redeliver } from "../deliveries/redeliver";
import { action, page } from "../../console/page";
import { Badge } from "../../console/parts/badge";
import { Moment } from "../../console/parts/figures";
import { Form } from "../../console/parts/form";
import { To } from "../../console/parts/link";
import { PageHead } from "../../console/parts/page-head";
import { RequestShown } from "./request-shown";
import { Timeline } from "./timeline";
import { TRIGGER_WORDS } from "./words";

/** Whether it can be sent again: a test is not, nor what is under way, nor anything while its endpoint gets nothing. */
function canBeSentAgain({ delivery, endpoint }: Sent): boolean {
  return delivery.trigger !== "test" && delivery.lease_token === null && endpoint.status === "active" && endpoint.deleted_at === null;
}

function Facts({ delivery, endpoint }: Sent) {
  return (
    <dl class="facts">
      <dt>Status</dt>
      <dd>
        <Badge status={delivery.status} />
      </dd>
      <dt>Endpoint</dt>
      <dd>
        {endpoint.deleted_at === null ? <To page={`/webhooks/${endpoint.id}`}>{endpoint.description ?? endpoint.url}</To> : "Deleted"}
      </dd>
      <dt>Sent</dt>
      <dd>{TRIGGER_WORDS[delivery.trigger]}</dd>
      <dt>Made</dt>
      <dd>
        <Moment at={delivery.created_at} time="seconds" />
      </dd>
      <dt>Delivery</dt>
      <dd class="code">{delivery.id}</dd>
      <dt>Event</dt>
      <dd class="code">{delivery.event_id}</dd>
    </dl>
  );
}

/** One delivery: what is posted, and what became of each attempt. */
export const deliveryPage = page(
  { path: "/webhooks/:id/deliveries/:delivery_id", needs: "manage", param: DeliveryPath },
  async ({ org, param: { id, delivery_id } }) => {
    const sent = await readSent(org, id, delivery_id);
    const { event_type } = sent.delivery;
    const body = (
      <>
        <PageHead title={event_type}>
          <To page={`/webhooks/${id}/deliveries`} class="button">
            All deliveries
          </To>
          {canBeSentAgain(sent) ? (
            <Form to={`/webhooks/${id}/deliveries/${delivery_id}/redeliver`}>
              <button class="primary">Send it again</button>
            </Form>
          ) : null}
        </PageHead>
        <div class="columns outcome">
          <div>
            <Facts {...sent} />
            <RequestShown sent={sent} />
          </div>
          <Timeline sent={sent} />
        </div>
      </>
    );
    return { title: `Delivery of ${event_type}`, body };
  },
);

export const redeliverForm = action(
  { path: "/webhooks/:id/deliveries/:delivery_id/redeliver", needs: "manage", param: DeliveryPath },
  async ({ org, param: { id, delivery_id } }) => {
    await redeliver(org, id, delivery_id);
    return { to: `/webhooks/${id}/deliveries/${delivery_id}`, done: "sent_again" };
  },
);
