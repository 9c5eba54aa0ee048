import type { RecoveryRow } from "../deliveries/recovery.sql.ts";
import type { EndpointRow } from "../endpoints/endpoints.sql.ts";
import type { FormState } from "../../../console/page";
import { countText } from "../../../console/count-text";
import { Badge, Moment } from "../../../console/parts/values";
import { Form, TextField } from "../../../console/parts/form";
import { ChoicesField } from "../../../console/parts/checkboxes";
import { Updating } from "../../../console/parts/updating";
import { Table } from "../../../console/parts/table";

const FIELDS = ["since", "until", "statuses"];

const STATUSES = [
  { value: "failed", label: "Failed, with no attempts left" },
  { value: "held", label: "Held while the endpoint was paused or disabled" },
];

const COLUMNS = ["Started", "From", "Until", "Status", { name: "Recovered", figures: true }];

function rowOf({ created_at, since, until, status, recovered }: RecoveryRow) {
  return [
    <Moment at={created_at} time="seconds" />,
    <Moment at={since} time />,
    <Moment at={until} time />,
    <Badge status={status} />,
    countText(recovered),
  ];
}

interface RecoverySectionProps {
  endpoint: EndpointRow;
  recoveries: readonly RecoveryRow[];
  formState: FormState;
}

/** A form that recovers missed deliveries, and the progress of the latest recoveries. */
export function RecoverySection({ endpoint, recoveries, formState }: RecoverySectionProps) {
  return (
    <section>
      <h2>Recover missed deliveries</h2>
      {endpoint.status === "active" ? (
        <Form to={`/webhooks/${endpoint.id}/recover`} class="form" formState={formState} fields={FIELDS}>
          <p class="soft">Use this after an outage of your receiver. Events that have arrived are not sent again.</p>
          <div class="pair">
            <TextField name="since" label="Created after" hint="Default: 30 days ago." type="datetime-local" />
            <TextField name="until" label="Created before" hint="Default: now." type="datetime-local" />
          </div>
          <ChoicesField name="statuses" label="Deliveries" none="Choose one or both." choices={STATUSES} />
          <button>Recover deliveries</button>
        </Form>
      ) : (
        <p>Resume the endpoint first.</p>
      )}
      {recoveries.length === 0 ? null : (
        <>
          <h3>Latest recoveries</h3>
          <Updating name="recoveries" waits={recoveries.some(({ status }) => status === "running")}>
            <Table caption="Recoveries" columns={COLUMNS} rows={recoveries.map(rowOf)} empty="" />
          </Updating>
        </>
      )}
    </section>
  );
}
