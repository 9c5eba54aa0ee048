import { setTimeout as sleep } from "node:timers/promises";
import { verifyWebhook } from "../../packages/client/src/webhook.ts";
import type { Report } from "./report.ts";
import { adviceOn, problemOf, type Service } from "./service.ts";

const POLL_MS = 250;

interface Delivery {
  status: string;
  created_at: string;
  attempts: {
    started_at: string;
    duration_ms: number | null;
    response_status: number | null;
    response_body: string | null;
    error_code: string | null;
  }[];
}

interface Options {
  token: string;
  /** Path of the deliveries of the endpoint. */
  path: string;
  secret: string;
  timeoutMs: number;
}

/** Waits for the first attempt of the webhook, and verifies what arrived. */
export async function checkWebhook(service: Service, report: Report, { token, path, secret, timeoutMs }: Options): Promise<void> {
  const until = Date.now() + timeoutMs;
  const finding = { check: "webhook", expected: `delivered and signed within ${timeoutMs / 1000} s` };
  for (;;) {
    const answer = await service.send(path, { token });
    if (answer.status !== 200) report.stop({ ...finding, measured: problemOf(answer), advice: adviceOn(answer) });
    const [delivery] = (answer.body?.["data"] ?? []) as Delivery[];
    const attempt = delivery?.attempts[0];
    if (delivery !== undefined && attempt !== undefined && attempt.duration_ms !== null) {
      const latency = Date.parse(attempt.started_at) - Date.parse(delivery.created_at) + attempt.duration_ms;
      const problem = attempt.error_code === null ? await signatureProblem(attempt.response_body, secret) : null;
      const isDelivered = attempt.error_code === null && problem === null;
      const reason = problem ?? [attempt.error_code, attempt.response_status, codeIn(attempt.response_body)].filter(Boolean).join(" ");
      const measured = isDelivered ? `delivered in ${latency} ms` : `not delivered: ${reason}`;
      return report.expect(isDelivered, { ...finding, measured, advice: adviceFor(attempt) });
    }
    if (Date.now() > until) {
      const advice =
        "No attempt was made. The queues must have this Worker as their consumer, and the cron must run: `npx wrangler queues info`, and the log (`webhooks.…`). Deploy again.";
      return report.expect(false, { ...finding, measured: `no attempt after ${timeoutMs / 1000} s`, advice });
    }
    await sleep(POLL_MS, undefined, { signal: service.signal });
  }
}

/** Why what the receiver has got is not what the service signed; null if it is. */
async function signatureProblem(response: string | null, secret: string): Promise<string | null> {
  try {
    const { headers, body } = JSON.parse(response ?? "") as { headers: Record<string, string>; body: string };
    await verifyWebhook(secret, headers, body);
    return null;
  } catch (error) {
    return `what arrived can't be verified (${error instanceof Error ? error.message : String(error)})`;
  }
}

/** Cloudflare's own code in a response of its edge, such as 1042. */
function codeIn(body: string | null): string | null {
  return /\berror code: \d+/i.exec(body ?? "")?.[0].toLowerCase() ?? null;
}

/**
 * The doctor lets the Worker send a request to its own address. Cloudflare answers 522 or `error code: 1042` to that without the compatibility flag
 * `global_fetch_strictly_public`, and `error code: 1019` beyond 16 calls in a row, of which this is the first.
 */
function adviceFor({ response_status: status, response_body: body }: Delivery["attempts"][number]): string {
  const code = codeIn(body);
  if (status === 522 || code === "error code: 1042" || code === "error code: 1019")
    return "Cloudflare does not let this Worker call its own address. The deployed version needs the compatibility flag global_fetch_strictly_public of wrangler.toml. Webhooks to other hosts are not affected.";
  if (code !== null || status === null)
    return "The Worker can't reach its own address. Check that the host of --url has a DNS record that Cloudflare resolves. Webhooks to other hosts may work.";
  if (status === 401 || status === 403 || (status >= 300 && status < 400))
    return "Something before the Worker rejects its request, such as Access, the WAF or a redirect. Webhooks to other hosts are not affected.";
  return "The host of --url must lead to this Worker, also for requests from Cloudflare's network.";
}
