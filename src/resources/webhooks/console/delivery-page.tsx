import { DeliveryPath } from "../v2/contract";
import { readDeliveryDetail, type DeliveryDetail } from "../deliveries/queries";
import { redeliver } from "../deliveries/commands";
import { action, page } from "../../../console/page";
import { Badge, Facts, Moment } from "../../../console/parts/values";
import { Form } from "../../../console/parts/form";
import { Updating } from "../../../console/parts/updating";
import { isUnderWay } from "../deliveries/under-way";
import { TRIGGER_LABELS } from "./labels";
import { PageLink } from "../../../console/parts/link";
import { DeliveryRequest } from "./delivery-request";
import { Timeline } from "./timeline";

/** Whether the event can be redelivered: it is not a test, no attempt is in progress, and the endpoint is active. */
function canRedeliver({ delivery, endpoint }: DeliveryDetail): boolean {
  return delivery.trigger !== "test" && delivery.lease_token === null && endpoint.status === "active" && endpoint.deleted_at === null;
}

function DeliveryFacts({ delivery, endpoint }: DeliveryDetail) {
  const { id, status, trigger, created_at, event_id } = delivery;
  const isDeleted = endpoint.deleted_at !== null;
  const facts = [
    ["Status", <Badge status={status} />],
    ["Endpoint", isDeleted ? "Deleted" : <PageLink page={`/webhooks/${endpoint.id}`}>{endpoint.description ?? endpoint.url}</PageLink>],
    ["Trigger", TRIGGER_LABELS[trigger]],
    ["Created", <Moment at={created_at} time="seconds" />],
    ["Delivery", <span class="code">{id}</span>],
    ["Event", <span class="code">{event_id}</span>],
  ] as const;
  return <Facts facts={facts} />;
}

export const deliveryPage = page(
  { path: "/webhooks/:id/deliveries/:delivery_id", permission: "manage", param: DeliveryPath },
  async ({ org, param: { id, delivery_id }, now }) => {
    const detail = await readDeliveryDetail(org, id, delivery_id);
    const { event_type } = detail.delivery;
    const actions = canRedeliver(detail) ? (
      <Form to={`/webhooks/${id}/deliveries/${delivery_id}/redeliver`}>
        <button class="primary">Redeliver event</button>
      </Form>
    ) : null;
    const body = (
      <div class="columns outcome">
        <div>
          <Updating name="facts">
            <DeliveryFacts {...detail} />
          </Updating>
          <DeliveryRequest detail={detail} />
        </div>
        <Timeline detail={detail} waits={isUnderWay(detail.delivery, now)} />
      </div>
    );
    return {
      title: `Delivery of ${event_type}`,
      heading: event_type,
      back: { page: `/webhooks/${id}/deliveries`, label: "All deliveries" },
      actions,
      body,
    };
  },
);

export const redeliverForm = action(
  { path: "/webhooks/:id/deliveries/:delivery_id/redeliver", permission: "manage", param: DeliveryPath },
  async ({ org, param: { id, delivery_id } }) => {
    await redeliver(org, id, delivery_id);
    return { to: `/webhooks/${id}/deliveries/${delivery_id}`, flash: "redelivering" };
  },
);
