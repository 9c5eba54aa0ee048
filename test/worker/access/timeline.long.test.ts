import fc from "fast-check";
import { afterEach, beforeAll, expect, it, vi } from "vitest";
import { type ApiResponse, createCredential, createShop, type Shop } from "../../kit/client";
import { ofCredential, sendForOutcome, REQUESTS } from "./kit";
import { assertProperty } from "../../kit/property";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
afterEach(() => {
  vi.useRealTimers();
});

const HOUR = 3_600_000;
const [READ] = REQUESTS;

type Step =
  | { act: "rotate"; overlap: number }
  | { act: "revoke" }
  | { act: "wait"; hours: number }
  /** Hours from now; null: never. */
  | { act: "expire"; hours: number | null }
  | { act: "allow"; allowed: boolean };

/** A credential as its documentation describes it. */
class Model {
  /** Every secret so far, with the time at which it ends. */
  readonly secrets: { secret: string; until: number }[];
  expiresAt = Number.POSITIVE_INFINITY;
  revoked = false;
  allowed = true;

  constructor(secret: string) {
    this.secrets = [{ secret, until: Number.POSITIVE_INFINITY }];
  }

  /** Adds a secret. The current one ends at this time, and older ones at once. */
  rotate(secret: string, until: number): void {
    const [current, ...older] = this.secrets;
    if (current !== undefined) current.until = until;
    for (const ended of older) ended.until = Number.NEGATIVE_INFINITY;
    this.secrets.unshift({ secret, until: Number.POSITIVE_INFINITY });
  }

  outcomeAt(now: number, until: number): string {
    if (this.revoked || now >= this.expiresAt || now >= until) return "401 unauthorized";
    return this.allowed ? "admitted" : "403 missing_scope";
  }

  /** The error code of a change, or null. */
  refusalOf(act: Step["act"], now: number, overlap = 0): string | null {
    if (act === "revoke") return null;
    if (this.revoked) return "credential_revoked";
    if (act !== "rotate") return null;
    if (now >= this.expiresAt) return "credential_expired";
    return overlap > 0 && this.secrets.slice(1).some(({ until }) => until > now) ? "rotation_running" : null;
  }
}

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ act: fc.constant("rotate" as const), overlap: fc.integer({ min: 0, max: 4 }) }) },
  { weight: 4, arbitrary: fc.record({ act: fc.constant("wait" as const), hours: fc.integer({ min: 1, max: 3 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({ act: fc.constant("expire" as const), hours: fc.option(fc.integer({ min: -1, max: 4 }), { nil: null }) }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant("allow" as const), allowed: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ act: fc.constant("revoke" as const) }) },
);

it("after any sequence of changes and times, each secret of a credential works exactly as documented, from the first request on", async () => {
  await assertProperty(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
      let now = Date.parse("2026-05-01T10:00:00.000Z");
      vi.setSystemTime(now);
      const key = await createCredential(shop.id, READ.kind);
      const { rotate, revoke, change } = ofCredential(shop.id, key);
      const model = new Model(key.secret);
      /** Compares the response to a change with the model. Returns true if the change was made. */
      const checkResponse = ({ status, body }: ApiResponse, act: Step["act"], overlap = 0): boolean => {
        const refusal = model.refusalOf(act, now, overlap);
        expect({ status, code: body.error?.details[0].code ?? null }).toEqual({ status: refusal === null ? 200 : 409, code: refusal });
        return refusal === null;
      };
      for (const one of steps) {
        switch (one.act) {
          case "wait":
            now += one.hours * HOUR;
            vi.setSystemTime(now);
            break;
          case "rotate": {
            const response = await rotate({ overlap_hours: one.overlap });
            if (checkResponse(response, one.act, one.overlap)) model.rotate(response.body.secret, now + one.overlap * HOUR);
            break;
          }
          case "revoke":
            checkResponse(await revoke(), one.act);
            model.revoked = true;
            break;
          case "expire": {
            const at = one.hours === null ? null : now + one.hours * HOUR;
            const response = await change({ expires_at: at === null ? null : new Date(at).toISOString() });
            if (checkResponse(response, one.act)) model.expiresAt = at ?? Number.POSITIVE_INFINITY;
            break;
          }
          case "allow":
            if (checkResponse(await change({ scopes: [one.allowed ? READ.scope : "stores:read"] }), one.act)) model.allowed = one.allowed;
            break;
        }
        for (const { secret, until } of model.secrets) expect(await sendForOutcome(READ, secret)).toBe(model.outcomeAt(now, until));
      }
    }),
    { cases: 15 },
  );
});
