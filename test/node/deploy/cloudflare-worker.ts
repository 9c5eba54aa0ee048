import { type ApiResponse, failure, success } from "./cloudflare-answers.ts";
import type { CloudAccount, Limits } from "./cloudflare-account.ts";

interface Binding {
  name: string;
  type: string;
  text?: string;
  id?: string;
  queue_name?: string;
  namespace_id?: string;
}

const VERSION = "11111111-2222-4333-8444-555555555555";

const noWorker = failure(404, 10_007, "This Worker does not exist on your account.");

/** The part of the API for Workers. */
export function respondAboutWorker(account: CloudAccount, called: string, body: string): ApiResponse | null {
  if (called === "GET workers/subdomain") return success({ subdomain: "gift-shop" });
  if (called === "GET workers/scripts") return success([...account.workers.keys()].map((id) => ({ id, migration_tag: "v1" })));
  const [, name] = /^\w+ workers\/(?:scripts|services|workers)\/([\w-]+)(?:\/|$)/.exec(called) ?? [];
  if (name === undefined) return null;
  if (called === `PUT workers/scripts/${name}`) return upload(account, name, body);
  const worker = account.workers.get(name);
  const existing = (result: unknown): ApiResponse => (worker === undefined ? noWorker : success(result));
  const responses: Record<string, () => ApiResponse> = {
    "GET workers/services": () =>
      existing({ default_environment: { environment: "production", script: { tag: "tag", tags: [], last_deployed_from: "wrangler" } } }),
    "GET workers/workers": () => existing({ subdomain: { enabled: true, previews_enabled: false } }),
    "GET workers/scripts/secrets": () =>
      existing([...(worker?.secrets.keys() ?? [])].map((secret) => ({ name: secret, type: "secret_text" }))),
    "GET workers/scripts/settings": () => existing({ bindings: [] }),
    "GET workers/scripts/deployments": () =>
      existing({ deployments: [{ id: VERSION, versions: [{ version_id: VERSION, percentage: 100 }] }] }),
    "POST workers/scripts/assets-upload-session": () => success({ jwt: "an-upload-that-needs-no-files", buckets: [] }),
    "POST workers/scripts/subdomain": () => existing({ enabled: true, previews_enabled: false }),
    "PATCH workers/scripts/script-settings": () => existing({}),
    "PUT workers/scripts/schedules": () => existing({}),
  };
  return responses[called.replace(`/${name}`, "")]?.() ?? null;
}

function upload(account: CloudAccount, name: string, body: string): ApiResponse {
  // The part `metadata` of the multipart body, after its headers.
  const [, metadata = "{}"] = /name="metadata"[^\r\n]*\r\n(?:[^\r\n]+\r\n)*\r\n(.*?)\r\n--/s.exec(body) ?? [];
  const { bindings = [], limits = null } = JSON.parse(metadata) as { bindings?: Binding[]; limits?: Limits | null };
  const error = limitsError(account, limits) ?? bindingError(account, name, bindings);
  if (error !== null) return error;
  const texts = (type: string, value: (binding: Binding) => string | undefined) =>
    new Map(bindings.filter((binding) => binding.type === type).map((binding) => [binding.name, value(binding) ?? ""]));
  account.workers.set(name, {
    secrets: new Map([...(account.workers.get(name)?.secrets ?? []), ...texts("secret_text", ({ text }) => text)]),
    variables: texts("plain_text", ({ text }) => text),
    databases: texts("d1", ({ id }) => account.databases.find(({ uuid }) => uuid === id)?.name),
    queues: texts("queue", ({ queue_name: queue }) => queue),
    rateLimits: texts("ratelimit", ({ namespace_id: namespace }) => namespace),
    limits,
  });
  return success({ id: VERSION, deployment_id: VERSION.replaceAll("-", ""), startup_time_ms: 40 });
}

function limitsError({ plan }: CloudAccount, limits: Limits | null): ApiResponse | null {
  if (limits === null) return null;
  if (plan === "free") return failure(400, 100_328, "CPU limits are not supported for the Free plan.");
  // The documented maximums are five minutes of CPU time and ten million subrequests.
  const { cpu_ms: cpu = 1, subrequests = 1 } = limits;
  return cpu < 1 || cpu > 300_000 || subrequests < 1 || subrequests > 10_000_000 ? failure(400, 100_327, "The limits are invalid.") : null;
}

/** The error of a binding to something that is not in the account, or of a rate limit whose namespace is not a positive number. */
function bindingError(account: CloudAccount, worker: string, bindings: readonly Binding[]): ApiResponse | null {
  for (const { name, type, id, queue_name: queue, namespace_id: namespace } of bindings) {
    if (type === "inherit" && account.workers.get(worker)?.secrets.has(name) !== true)
      return failure(400, 10_057, `inherit binding '${name}' is invalid: there is no such binding to inherit.`);
    if (type === "d1" && !account.databases.some(({ uuid }) => uuid === id))
      return failure(400, 10_181, `D1 database '${id}' does not exist.`);
    if (type === "queue" && !account.queues.includes(queue ?? "")) return failure(400, 11_000, `Queue '${queue}' does not exist.`);
    if (type === "ratelimit" && !/^[1-9]\d*$/.test(namespace ?? "")) return failure(400, 10_021, `The namespace of '${name}' is invalid.`);
  }
  return null;
}
