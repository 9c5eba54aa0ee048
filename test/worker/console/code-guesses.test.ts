import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { sha256Hex } from "../../../src/platform/crypto/digest";
import { appCode, wrongCode } from "../../kit/authenticator";
import { createShop, rows, type Shop } from "../../kit/client";
import { deviceIn, sessionIn } from "./kit";
import { enterCode, enterPassword, createSecuredPerson, signInWithCode, stopClock, advanceClock } from "./second-factor-kit";

/** Guesses of codes of a second factor (docs/spec/console.md#second-factor). */

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});
beforeEach(() => {
  stopClock();
  // The platform's own limit of attempts depends on the real clock.
  vi.spyOn(env.AUTH_FAILURES, "limit").mockResolvedValue({ success: true });
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe("guessing codes", () => {
  it(
    "is delayed for all new browsers together, by up to an hour, and does not lock out the browsers that the owner uses",
    { tags: "long" },
    async () => {
      const { email, key, codes, id } = await createSecuredPerson(shop);
      const knownDevice = deviceIn(await enterCode(await enterPassword(email), codes[0] ?? "")) ?? "";
      // Five guesses are free, and the sixth one causes a wait of two seconds. Each request comes from another network.
      for (let guess = 0; guess < 6; guess += 1)
        expect((await enterCode(await enterPassword(email), await wrongCode(key, Date.now()))).status).toBe(401);
      const early = await enterCode(await enterPassword(email), await appCode(key, Date.now()));
      expect({ status: early.status, retryAfter: early.headers.get("Retry-After"), session: sessionIn(early) }).toEqual({
        status: 429,
        retryAfter: "2",
        session: null,
      });
      expect(early.text).toContain("Too many wrong codes. Try again in 2 s.");
      await rows("update sign_in_failures set failures = 5000 where address_hash = ?", sha256Hex(JSON.stringify(["code", id])));
      expect((await enterCode(await enterPassword(email), codes[1] ?? "")).headers.get("Retry-After")).toBe("3600");
      expect(await signInWithCode(email, await appCode(key, Date.now()), { cookie: knownDevice })).not.toBeNull();
      advanceClock(3_600_000);
      expect(await signInWithCode(email, await appCode(key, Date.now()))).not.toBeNull();
    },
  );

  it("is delayed in a browser that has signed in before, too", async () => {
    const { email, key, codes } = await createSecuredPerson(shop);
    const cookie = deviceIn(await enterCode(await enterPassword(email), codes[0] ?? "")) ?? "";
    for (let guess = 0; guess < 6; guess += 1) await signInWithCode(email, await wrongCode(key, Date.now()), { cookie });
    const early = await enterCode(await enterPassword(email, { cookie }), await appCode(key, Date.now()), { cookie });
    expect({ status: early.status, session: sessionIn(early) }).toEqual({ status: 429, session: null });
  });

  it("is limited for each network, too", async () => {
    const { email, key } = await createSecuredPerson(shop);
    const codePage = await enterPassword(email);
    const limit = vi.spyOn(env.AUTH_FAILURES, "limit").mockResolvedValue({ success: false });
    const limited = await enterCode(codePage, await appCode(key, Date.now()), { headers: { "CF-Connecting-IP": "203.0.113.81" } });
    expect(limit).toHaveBeenLastCalledWith({ key: expect.stringContaining("203.0.113.81") });
    expect({ status: limited.status, retryAfter: limited.headers.get("Retry-After"), session: sessionIn(limited) }).toEqual({
      status: 429,
      retryAfter: "60",
      session: null,
    });
  });
});
