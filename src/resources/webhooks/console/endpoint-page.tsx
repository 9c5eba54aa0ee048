import { WebhookPath } from "../v2/contract";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import { type Overview, readOverview } from "../endpoints/queries";
import { usePageRequest } from "../../../console/page-request";
import { type FormState, page, type View } from "../../../console/page";
import { Facts, Moment, MomentOrNever } from "../../../console/parts/values";
import { Form, initialFormState } from "../../../console/parts/form";
import { PageButton, PageLink } from "../../../console/parts/link";
import { Notice } from "../../../console/parts/notice";
import { countText } from "../../../console/count-text";
import { Updating } from "../../../console/parts/updating";
import { isUnderWay } from "../deliveries/under-way";
import { DeliveryTable, responseText } from "./delivery-table";
import { DeletePanel, SecretPanel } from "./endpoint-panels";
import { RecoverySection } from "./recovery-section";
import { errorText, healthOf } from "./labels";
import { parseStored } from "../../../platform/reading/json";

function Actions({ endpoint: { id, status } }: { endpoint: EndpointRow }) {
  const path = `/webhooks/${id}`;
  const isActive = status === "active";
  return (
    <>
      <Form to={`${path}/test`}>
        <button class="primary">Send test event</button>
      </Form>
      <Form to={`${path}/${isActive ? "pause" : "resume"}`}>
        <button>{isActive ? "Pause endpoint" : "Resume endpoint"}</button>
      </Form>
      <PageButton page={`${path}/edit`} label="Edit endpoint" icon="edit" />
    </>
  );
}

function LastError({ attempt }: { attempt: NonNullable<Overview["lastFailure"]> }) {
  return (
    <p>
      Last error: {errorText(attempt.error_code ?? "")} ({responseText(attempt)})
    </p>
  );
}

function Waiting({ count, isMore, next_attempt_at }: Overview["waiting"]) {
  const { now } = usePageRequest();
  return (
    <>
      {isMore ? "More than " : ""}
      {countText(count)} {count === 1 ? "delivery" : "deliveries"}
      {next_attempt_at === null ? null : (
        <span class="below">
          Next attempt {next_attempt_at <= now ? "as soon as possible" : <Moment at={next_attempt_at} time="seconds" />}
        </span>
      )}
    </>
  );
}

function EndpointFacts({ endpoint, waiting }: Pick<Overview, "endpoint" | "waiting">) {
  const { tone, label } = healthOf(endpoint);
  const { events, supplier_id, last_success_at, last_failure_at, failing_since, consecutive_failures, created_at } = endpoint;
  const failing = failing_since !== null && (
    <>
      <Moment at={failing_since} time />, {consecutive_failures} failed attempts in a row
    </>
  );
  const names = (
    <ul class="lines">
      {parseStored<string[]>(events).map((name) => (
        <li>
          <code>{name}</code>
        </li>
      ))}
    </ul>
  );
  const facts = [
    ["Health", <span class={`badge ${tone}`}>{label}</span>],
    ["Last success", <MomentOrNever at={last_success_at} />],
    ["Last failure", <MomentOrNever at={last_failure_at} />],
    ["Failing since", failing || null],
    ["Waiting", waiting.count === 0 ? null : <Waiting {...waiting} />],
    ["Limited to", supplier_id === null ? null : <PageLink page={`/suppliers/${supplier_id}`}>One supplier</PageLink>],
    ["Events", names],
    ["Created", <Moment at={created_at} />],
  ] as const;
  return (
    <section class="panel">
      <Updating name="health">
        <Facts facts={facts} />
      </Updating>
    </section>
  );
}

function LatestDeliveries({ endpoint, deliveries }: Pick<Overview, "endpoint" | "deliveries">) {
  const { now } = usePageRequest();
  return (
    <Updating name="deliveries" waits={deliveries.some(({ delivery }) => isUnderWay(delivery, now))}>
      <DeliveryTable
        deliveries={deliveries.map((delivery) => ({ ...delivery, endpoint }))}
        empty="No deliveries yet. Send a test event to check the endpoint."
      />
    </Updating>
  );
}

interface EndpointForms {
  recovery?: FormState;
  rotation?: FormState;
}

/** Renders an endpoint's health, its latest deliveries and its actions. `forms` has the state of a rejected form. */
export function endpointView({ endpoint, deliveries, lastFailure, waiting, recoveries }: Overview, forms: EndpointForms = {}): View {
  const { recovery = initialFormState({ statuses: ["failed", "held"] }), rotation = initialFormState({ overlap_hours: "24" }) } = forms;
  const { tone, explanation } = healthOf(endpoint);
  const body = (
    <>
      {explanation === null ? null : (
        <Notice kind={tone === "bad" ? "bad" : "plain"}>
          <p>{explanation}</p>
          {endpoint.failing_since === null || lastFailure === null ? null : <LastError attempt={lastFailure} />}
        </Notice>
      )}
      <div class="columns">
        <div>
          <EndpointFacts endpoint={endpoint} waiting={waiting} />
          <section>
            <div class="titled">
              <h2>Latest deliveries</h2>
              <PageLink page={`/webhooks/${endpoint.id}/deliveries`}>All deliveries</PageLink>
            </div>
            <LatestDeliveries endpoint={endpoint} deliveries={deliveries} />
          </section>
          <RecoverySection endpoint={endpoint} recoveries={recoveries} formState={recovery} />
        </div>
        <div class="panels">
          <SecretPanel endpoint={endpoint} formState={rotation} />
          <DeletePanel endpoint={endpoint} />
        </div>
      </div>
    </>
  );
  const { description, url } = endpoint;
  return {
    title: description ?? url,
    heading: description ?? new URL(url).host,
    lead: url,
    back: { page: "/webhooks", label: "All endpoints" },
    actions: <Actions endpoint={endpoint} />,
    body,
  };
}

export const endpointPage = page({ path: "/webhooks/:id", permission: "manage", param: WebhookPath }, async ({ org, param }) =>
  endpointView(await readOverview(org, param.id)),
);
