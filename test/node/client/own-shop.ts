import type { OrderOperationsOptions } from "../../../packages/client/src/index.ts";
import { V1_SCOPES } from "../../../src/platform/http/scopes.ts";
import { openShop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN, type RunningWorker } from "../server/worker.ts";

/** A Worker with a shop of its own, and the parameters of a client for that shop. */
export interface OwnShop {
  worker: RunningWorker;
  organizationId: number;
  options: OrderOperationsOptions;
}

/** Opens a shop with both credentials, by default in the Worker that test files share. */
export async function openOwnShop(ownWorker?: RunningWorker): Promise<OwnShop> {
  const worker = ownWorker ?? (await sharedWorker());
  const { id, token } = await openShop(worker.url);
  const response = await fetch(`${worker.url}/operator/organizations/${id}/credentials`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_key", name: "client", scopes: Object.keys(V1_SCOPES), rate_limit: 100_000 }),
  });
  const { secret: apiKey } = (await response.json()) as { secret: string };
  return {
    worker,
    organizationId: id,
    options: { baseUrl: worker.url, token, apiKey },
  };
}
