import { Agent, request } from "node:http";
import { expect, it } from "vitest";
import { newSecret } from "../../../src/platform/crypto/credential-secret.ts";
import { FULL, randomOf } from "../../kit/form.ts";
import { openShop } from "../server/shop.ts";
import { sharedWorker } from "../server/built-worker.ts";
import { OPERATOR_TOKEN } from "../server/worker.ts";

const ROUNDS = FULL ? 1_500 : 40;

/** The time from a request to the end of its response in ms, and its status. Each request comes from another address. */
async function timeRequest(agent: Agent, url: string, secret: string, nth: number): Promise<[ms: number, status: number]> {
  const began = performance.now();
  return await new Promise((settle, fail) => {
    const address = `2001:db8:${(nth >>> 16).toString(16)}:${(nth & 0xffff).toString(16)}::1`;
    request(`${url}/orders`, { agent, headers: { "x-api-key": secret, "CF-Connecting-IP": address } }, (response) => {
      response.resume();
      response.once("end", () => settle([performance.now() - began, response.statusCode ?? 0]));
    })
      .once("error", fail)
      .end();
  });
}

function medianOf(all: readonly number[]): number {
  return all.toSorted((a, b) => a - b)[Math.floor(all.length / 2)] ?? 0;
}

it("unknown, revoked and expired credentials all get 401, and the full form prints the time of each", async () => {
  const worker = await sharedWorker();
  const shop = await openShop(worker.url);
  const operator = async (path: string, body: object): Promise<{ id: number; secret: string }> => {
    const response = await fetch(`${worker.url}/operator/organizations/${shop.id}/credentials${path}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
      body: JSON.stringify(body),
    });
    // Otherwise its secret would get 401 because it is unknown.
    expect(response.ok).toBe(true);
    return (await response.json()) as { id: number; secret: string };
  };
  const credential = { kind: "api_key", name: "not valid for long", scopes: ["orders:read"] };
  const revoked = await operator("", credential);
  await operator(`/${revoked.id}/revoke`, {});
  const expired = await operator("", credential);
  const changed = await worker.directoryRows("update credentials set expires_at = 1 where id = ? returning id", expired.id);
  expect(changed).toHaveLength(1);
  const unknown = newSecret("api_key");
  // The unknown one twice: the difference between the two is the noise.
  const kinds = { unknown, "unknown again": unknown, revoked: revoked.secret, expired: expired.secret };

  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const random = randomOf("timing");
  const times: Record<string, number[]> = {};
  const statuses = new Set<number>();
  for (let round = 0, nth = 0; round < ROUNDS; round += 1) {
    const order = Object.entries(kinds).toSorted(() => random() - 0.5);
    for (const [kind, secret] of order) {
      const [ms, status] = await timeRequest(agent, worker.url, secret, (nth += 1));
      statuses.add(status);
      // The first rounds include loading and compiling.
      if (round >= ROUNDS / 10) (times[kind] ??= []).push(ms);
    }
  }
  agent.destroy();
  expect([...statuses]).toEqual([401]);
  if (!FULL) return;
  const base = medianOf(times["unknown"] ?? []);
  console.table(
    Object.fromEntries(
      Object.entries(times).map(([kind, all]) => {
        const median = medianOf(all);
        return [
          kind,
          { requests: all.length, "median ms": median.toFixed(3), "to unknown": `${((median / base - 1) * 100).toFixed(1)} %` },
        ];
      }),
    ),
  );
});
