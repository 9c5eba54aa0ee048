import { burstLimit } from "../../src/platform/gate/rate-window.ts";

/** One caller with its own credential and its own order. */
export interface Caller {
  secret: string;
  orderId: number;
}

export interface PairResults {
  pairs: number;
  /** Reads that lacked the write before them. Expected: 0. */
  stale: number;
  /** Where the reads got their rows. */
  replica: number;
  primary: number;
}

/** Calls of the operator API. */
export type Operate = (path: string, body?: unknown) => Promise<{ id: number; secret: string }>;

interface Pairs {
  callers: readonly Caller[];
  pairs: number;
  lagMs: number;
  /** Whether another credential reads, with the token of the write. */
  isAcross: boolean;
}

const HEADER = "X-Consistency-Token";

/** Writes, then reads what was written, with many credentials at a time. Every other write has an idempotency key. */
export async function measurePairs(url: URL, { callers, pairs, lagMs, isAcross }: Pairs): Promise<PairResults> {
  const send = async (secret: string, orderId: number, init: RequestInit): Promise<{ body: string; token: string | null }> => {
    const headers = { Authorization: `Bearer ${secret}`, "x-lab-lag": String(lagMs), ...(init.headers as Record<string, string>) };
    const response = await fetch(new URL(`/api/v2/orders/${orderId}`, url), { ...init, headers });
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${body}`);
    return { body, token: response.headers.get(HEADER) };
  };
  await fetch(new URL("/lab/reads", url), { method: "DELETE" });
  let [left, stale] = [pairs, 0];
  const work = async ({ secret, orderId }: Caller, nth: number): Promise<void> => {
    const reader = isAcross ? (callers[(nth + 1) % callers.length]?.secret ?? secret) : secret;
    while (left > 0) {
      left -= 1;
      const city = crypto.randomUUID();
      const key: Record<string, string> = left % 2 === 0 ? { "Idempotency-Key": city } : {};
      const written = await send(secret, orderId, {
        method: "PATCH",
        body: JSON.stringify({ ship_city: city }),
        headers: { "Content-Type": "application/json", ...key },
      });
      if (written.token === null) throw new Error("A write has no token.");
      const read = await send(reader, orderId, { headers: isAcross ? { [HEADER]: written.token } : {} });
      if (!read.body.includes(city)) stale += 1;
    }
  };
  await Promise.all(callers.map(work));
  const { replica, primary }: { replica: number; primary: number } = await (await fetch(new URL("/lab/reads", url))).json();
  return { pairs, stale, replica, primary };
}

const TIMES = 50;

/** Revokes credentials that are in use, and counts those whose next request was not rejected. Expected: 0. */
export async function measureRevocations(url: URL, { operate, organizationId, lagMs }: Checked): Promise<number> {
  let accepted = 0;
  for (let nth = 0; nth < TIMES; nth += 1) {
    const { id, secret } = await operate(`${organizationId}/credentials`, {
      kind: "api_token",
      name: "revoked",
      scopes: ["orders:read"],
      reads: nth % 2 === 0 ? "nearest" : "primary",
    });
    const read = async (): Promise<number> => {
      const headers = {
        Authorization: `Bearer ${secret}`,
        "x-lab-lag": String(lagMs),
        // Failed authentications are limited for each address.
        "CF-Connecting-IP": `2001:db8:${lagMs}:${nth}::1`,
        ...(nth % 3 === 0 && { "x-lab-uncached": "1" }),
      };
      return (await fetch(new URL("/api/v2/orders", url), { headers })).status;
    };
    if ((await read()) !== 200) throw new Error("A credential in force was rejected.");
    await operate(`${organizationId}/credentials/${id}/revoke`);
    if ((await read()) !== 401) accepted += 1;
  }
  return accepted;
}

interface Checked {
  operate: Operate;
  organizationId: number;
  lagMs: number;
}

/**
 * Sends five times as many requests at once as the limit per minute admits. How many more were admitted than the limits of the seconds that
 * this took allow. Expected: 0.
 */
export async function measureLimit(url: URL, { operate, organizationId, lagMs }: Checked): Promise<number> {
  const limit = 60;
  const { secret } = await operate(`${organizationId}/credentials`, {
    kind: "api_token",
    name: "limited",
    scopes: ["orders:read"],
    rate_limit: limit,
    reads: "nearest",
  });
  const began = performance.now();
  const statuses = await Promise.all(
    Array.from({ length: 5 * limit }, async () => {
      const headers = { Authorization: `Bearer ${secret}`, "x-lab-lag": String(lagMs) };
      return (await fetch(new URL("/api/v2/orders", url), { headers })).status;
    }),
  );
  const seconds = Math.ceil((performance.now() - began) / 1000) + 1;
  const allowed = Math.min(limit, seconds * burstLimit(limit));
  return Math.max(0, statuses.filter((status) => status !== 429).length - allowed);
}
