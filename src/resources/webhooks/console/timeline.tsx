import type { Child } from "hono/jsx";
import type { Delivery, DeliveryDetail } from "../deliveries/queries";
import { Moment } from "../../../console/parts/values";
import { Updating } from "../../../console/parts/updating";
import { responseText } from "./delivery-table";
import { errorText } from "./labels";

function Response({ attempt }: { attempt: Delivery["attempts"][number] }) {
  const { number, response_body } = attempt;
  if (response_body === null) return null;
  if (response_body === "") return <p class="soft">The response had no body.</p>;
  return (
    <details open={attempt.error_code !== null}>
      <summary>{`Response to attempt ${number}`}</summary>
      <pre class="wraps" tabindex={0} aria-label={`Response to attempt ${number}`}>
        {response_body}
      </pre>
    </details>
  );
}

function Attempt({ attempt }: { attempt: Delivery["attempts"][number] }) {
  const { number, started_at, error_code } = attempt;
  return (
    <li class={error_code === null ? "good" : "bad"}>
      <strong>
        Attempt {number}: {error_code === null ? "delivered" : "failed"}
      </strong>
      , {responseText(attempt)}
      <div class="soft">
        <Moment at={started_at} time="seconds" />
      </div>
      {error_code === null ? null : <p>{errorText(error_code)}</p>}
      <Response attempt={attempt} />
    </li>
  );
}

/** The next step of a delivery, or why there is none. Null if it has succeeded. */
function Next({ delivery, endpoint }: DeliveryDetail) {
  const { status, lease_token, next_attempt_at, completed_at, trigger, attempts } = delivery;
  const step = (tone: string, what: string, when: Child) => (
    <li class={tone}>
      <strong>{what}</strong>
      <div class="soft">{when}</div>
    </li>
  );
  if (status === "succeeded") return null;
  if (status === "held")
    return step("busy", "Held", "The endpoint receives no events at the moment. Resume it, or recover missed deliveries.");
  const ended = completed_at === null ? null : <Moment at={completed_at} time="seconds" />;
  if (status === "cancelled") return step("", "Cancelled", ended);
  if (status === "failed") return step("bad", trigger === "test" ? "A test is not retried" : "No attempts left", ended);
  if (lease_token !== null) return step("busy", `Attempt ${attempts} is in progress`, "The result appears here.");
  const nextAt = Math.max(next_attempt_at ?? 0, endpoint.probe_after ?? 0);
  return step("busy", `Attempt ${attempts + 1} is next`, <Moment at={nextAt} time="seconds" />);
}

/** The timeline of a delivery: its creation, each attempt with its response, and the next step. */
export function Timeline({ detail, waits }: { detail: DeliveryDetail; waits: boolean }) {
  const { delivery, attempts } = detail;
  return (
    <section>
      <h2>Timeline</h2>
      <Updating name="timeline" waits={waits}>
        <ol class="timeline">
          <li>
            <strong>Created</strong>
            <div class="soft">
              <Moment at={delivery.created_at} time="seconds" />
            </div>
          </li>
          {attempts.map((attempt) => (
            <Attempt attempt={attempt} />
          ))}
          <Next {...detail} />
        </ol>
      </Updating>
    </section>
  );
}
