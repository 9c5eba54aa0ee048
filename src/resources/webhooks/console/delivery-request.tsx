import type { DeliveryDetail } from "../deliveries/queries";
import { Facts } from "../../../console/parts/values";
import { FIXED_HEADERS } from "../send";
import { parseStored } from "../../../platform/reading/json";

/** The length in characters up to which a body is also shown formatted. */
const MAX_SHOWN_LENGTH = 100_000;

/** Formats a JSON text. Returns null for text that is not JSON or is too long. */
function prettyJson(text: string): string | null {
  if (text.length > MAX_SHOWN_LENGTH) return null;
  try {
    return JSON.stringify(parseStored(text), null, 2);
  } catch {
    return null;
  }
}

/** The headers of the latest attempt, or of the first if there is none yet. Signatures are described, not computed, as the secret is hidden. */
function headersOf({ delivery, attempts, endpoint }: DeliveryDetail): [name: string, value: string][] {
  const last = attempts.at(-1);
  const rotating = endpoint.previous_secret !== null && (endpoint.previous_valid_until ?? 0) > (last?.started_at ?? 0);
  return [
    ...Object.entries(FIXED_HEADERS),
    ["webhook-id", delivery.event_id],
    ["webhook-timestamp", last === undefined ? "<Unix time of the attempt in seconds>" : String(Math.floor(last.started_at / 1000))],
    ["webhook-signature", `v1,<base64 of HMAC-SHA256 over id.timestamp.body>${rotating ? " v1,<the same with the previous secret>" : ""}`],
    ["X-Service-Event", delivery.event_type],
    ["X-Service-Delivery", delivery.id],
    ["X-Service-Attempt", String(last?.number ?? 1)],
    ["X-Service-Signature", "<hex of HMAC-SHA256 over the body>"],
  ];
}

const bytes = new Intl.NumberFormat("en", { style: "unit", unit: "byte", unitDisplay: "long" });

export function DeliveryRequest({ detail }: { detail: DeliveryDetail }) {
  const { attempts, endpoint, body } = detail;
  const pretty = prettyJson(body);
  return (
    <section>
      <h2>Request</h2>
      <p class="code target">
        <strong>POST</strong> {attempts.at(-1)?.url ?? endpoint.url}
      </p>
      <h3>Headers</h3>
      <Facts
        class="headers"
        facts={headersOf(detail).map(([name, value]) => [<span class="code">{name}</span>, <span class="code">{value}</span>] as const)}
      />
      <h3>Body</h3>
      {pretty === null ? null : (
        <pre tabindex={0} aria-label="The formatted body">
          {pretty}
        </pre>
      )}
      <details open={pretty === null}>
        <summary>Exactly as sent: {bytes.format(new TextEncoder().encode(body).length)}</summary>
        <pre class="wraps" tabindex={0} aria-label="The body exactly as sent">
          <code id="body">{body}</code>
        </pre>
        <button type="button" data-copy="body" hidden>
          Copy body
        </button>
      </details>
    </section>
  );
}
