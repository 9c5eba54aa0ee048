import type { OrderOperationsOptions } from "../../../packages/client/src/index.ts";
import { V1_SCOPES } from "../../../src/http/scopes.ts";
import { openShop } from "../server/shop.ts";
import { build, OPERATOR_TOKEN, type RunningWorker, startWorker, temporaryFolder } from "../server/worker.ts";

/** A built Worker with one shop in it, and what a client of that shop is made of. */
export interface OwnShop extends AsyncDisposable {
  worker: RunningWorker;
  organizationId: number;
  options: OrderOperationsOptions;
}

/** Builds and starts a Worker, and opens a shop with both credentials. */
export async function ownShop(): Promise<OwnShop> {
  const folder = temporaryFolder();
  const worker = await startWorker(await build(`${folder.path}/built`), `${folder.path}/state`);
  const { id, token } = await openShop(worker.url);
  const made = await fetch(`${worker.url}/operator/organizations/${id}/credentials`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ kind: "api_key", name: "client", scopes: Object.keys(V1_SCOPES), rate_limit: 100_000 }),
  });
  const { secret: apiKey } = (await made.json()) as { secret: string };
  return {
    worker,
    organizationId: id,
    options: { baseUrl: worker.url, token, apiKey },
    async [Symbol.asyncDispose]() {
      await worker.kill();
      folder[Symbol.dispose]();
    },
  };
}
