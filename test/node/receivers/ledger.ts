import { createHash, createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, it, vi } from "vitest";
import type { Received } from "../server/receiver.ts";
import { until, type Harness } from "./harness.ts";

interface AttemptRow {
  delivery_id: string;
  endpoint_id: string;
  number: number;
  url: string;
  error_code: string | null;
  response_status: number | null;
  response_body: string | null;
  body: string;
}

const ATTEMPTS = `select a.delivery_id, d.endpoint_id, a.number, a.url, a.error_code, a.response_status, a.response_body, e.body
  from attempts a join deliveries d on d.id = a.delivery_id join events e on e.id = d.event_id`;

const sha256 = (bytes: Buffer | string): string => createHash("sha256").update(bytes).digest("hex");
const nameOf = ({ delivery_id, number }: AttemptRow): string => `${delivery_id} ${number}`;
const nameOfRequest = ({ headers }: Received): string => `${String(headers["x-service-delivery"])} ${String(headers["x-service-attempt"])}`;

/** Checks every request of all receivers in these tests. It must be called last. */
export function ledger(world: Harness): void {
  const requests = () => world.receivers.flatMap(({ received }) => received);
  /** Every request so far with its row in the log. A retry may arrive meanwhile, and is logged after its response. */
  const logged = async (): Promise<(readonly [Received, AttemptRow])[]> => {
    const seen = requests();
    return await until(async () => {
      const rows = new Map((await world.crashing.worker.rows<AttemptRow>(ATTEMPTS)).map((row) => [nameOf(row), row]));
      return seen.map((request) => {
        const row = rows.get(nameOfRequest(request));
        if (row === undefined) throw new Error(`${nameOfRequest(request)} is not in the log.`);
        return [request, row] as const;
      });
    });
  };

  it("each request that a receiver got is logged once, and no other (R20)", async () => {
    const origins = new Set(world.receivers.map(({ url }) => url));
    await until(async () => {
      const rows = await world.crashing.worker.rows<AttemptRow>(ATTEMPTS);
      // If TLS or the name fails, no request is made. A receiver of these tests also responds as Cloudflare's edge does in that case.
      const wasRequested = (row: AttemptRow) => row.error_code !== "tls_or_dns" || row.response_status !== null;
      const requested = rows.filter((row) => origins.has(new URL(row.url).origin) && wasRequested(row));
      const seen = requests().map(nameOfRequest);
      expect(seen.length).toBeGreaterThan(150);
      expect(requested.map(nameOf).toSorted()).toEqual(seen.toSorted());
    });
  });

  it("the sent bytes are those that were stored and signed (R12) (case 65)", async () => {
    for (const [{ raw, headers }, row] of await logged()) {
      expect(sha256(raw)).toBe(sha256(row.body));
      expect(headers["content-length"]).toBe(String(raw.length));
      expect(signature(raw, row, "hex")).toBe(headers["x-service-signature"]);
    }
  });

  it("each request has a Standard Webhooks signature with the time of sending (R13)", async () => {
    for (const [request, row] of await logged()) {
      const { raw, at } = request;
      const headers = request.headers as Record<string, string>;
      const webhook = new Webhook(world.secrets.get(row.endpoint_id) ?? "");
      vi.useFakeTimers({ toFake: ["Date"], now: at });
      try {
        expect(webhook.verify(raw, headers)).toEqual(JSON.parse(raw.toString()));
      } finally {
        vi.useRealTimers();
      }
      expect(Math.abs(at - Number(headers["webhook-timestamp"]) * 1000)).toBeLessThanOrEqual(30_000);
      const signed = Buffer.concat([Buffer.from(`${headers["webhook-id"]}.${headers["webhook-timestamp"]}.`), raw]);
      expect(`v1,${signature(signed, row, "base64")}`).toBe(headers["webhook-signature"]);
    }
  });

  it("the log has no text of the runtime, no secret, and at most 4 KB of a response (R19)", async () => {
    const CODES = ["timeout", "connection", "tls_or_dns", "redirect", "http_status", "blocked_url", "outcome_unknown", "cancelled"];
    const rows = await world.crashing.worker.rows<AttemptRow>(ATTEMPTS);
    for (const { error_code, response_body } of rows) {
      expect([null, ...CODES]).toContain(error_code);
      const shown = response_body ?? "";
      expect(Buffer.byteLength(shown)).toBeLessThanOrEqual(4096);
      expect(shown).not.toMatch(/whsec_|internal error|reference =|Network connection lost|decompression failed|handshake|at \w+ \(/i);
      for (const secret of world.secrets.values()) expect(shown).not.toContain(secret.slice("whsec_".length));
    }
    for (const secret of world.secrets.values()) expect(world.crashing.worker.log()).not.toContain(secret.slice("whsec_".length));
  });

  it("the dead-letter queue is empty, and the log has no error in a message's processing (R22)", () => {
    expect(world.crashing.dead).toEqual([]);
    // The log exists, with a line for each request.
    expect(world.crashing.worker.log()).toContain("/test");
    expect(world.crashing.worker.log()).not.toMatch(/webhooks\.(?:dead|poison|claim|deliver|enqueue)/);
  });

  function signature(bytes: Buffer, { endpoint_id }: AttemptRow, encoding: "hex" | "base64"): string {
    const secret = world.secrets.get(endpoint_id) ?? "";
    // X-Service-Signature uses the whole secret as its key, Standard Webhooks the decoded base64 part.
    const key = encoding === "hex" ? secret : Buffer.from(secret.slice("whsec_".length), "base64");
    return createHmac("sha256", key).update(bytes).digest(encoding);
  }
}
