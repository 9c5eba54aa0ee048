import { expect, it } from "vitest";
import { newSecret } from "../../../src/platform/crypto/credential-secret.ts";
import { eventually } from "../../kit/eventually.ts";
import { builtWorker } from "./built-worker.ts";
import { OPERATOR_TOKEN, startWorker, temporaryFolder } from "./worker.ts";

it("a Worker whose database was not migrated returns 503, and its log names the command that migrates it", async () => {
  using state = temporaryFolder();
  await using worker = await startWorker({ ...(await builtWorker()), database: { migrations: [] } }, state.path);
  const key = await fetch(`${worker.url}/orders`, { headers: { "x-api-key": newSecret("api_key") } });
  const operator = await fetch(`${worker.url}/operator/organizations`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ name: "Shop" }),
  });
  for (const response of [key, operator]) {
    expect({ status: response.status, retryAfter: response.headers.get("Retry-After") }).toEqual({ status: 503, retryAfter: "60" });
    expect(await response.json()).toMatchObject({ error: { code: "service_unavailable" } });
  }
  // A log line may arrive after the response.
  const lines = await eventually(() => {
    const logged = worker.log().match(/\{"event":"database\.not_migrated".*/g) ?? [];
    expect(logged).toHaveLength(2);
    return logged;
  });
  expect(lines[0]).toContain("npx wrangler d1 migrations apply DB --remote");
});
