import { describe, expect, it } from "vitest";
import { base32, matchingStep, newTotpSecret, totpUri } from "../../../src/platform/crypto/totp";

const secret = new TextEncoder().encode("12345678901234567890");

describe("a one-time password", () => {
  // RFC 6238, appendix B, for SHA-1. Apps show the last six of the eight digits.
  it.each([
    [59, "94287082"],
    [1_111_111_109, "07081804"],
    [1_111_111_111, "14050471"],
    [1_234_567_890, "89005924"],
    [2_000_000_000, "69279037"],
    [20_000_000_000, "65353130"],
  ])("at %d s is that of the RFC", async (seconds, digits) => {
    expect(await matchingStep(secret, digits.slice(-6), seconds * 1000)).toBe(Math.floor(seconds / 30));
  });

  it("is accepted in its own step and the ones before and after it, not two steps away, and only with all its digits", async () => {
    const code = "287082";
    const steps = await Promise.all([-2, -1, 0, 1, 2].map((drift) => matchingStep(secret, code, 59_000 + drift * 30_000)));
    expect(steps).toEqual([null, 1, 1, 1, null]);
    expect(await matchingStep(secret, "", 59_000)).toBeNull();
    expect(await matchingStep(secret, "28708", 59_000)).toBeNull();
  });
});

describe("the key of an app", () => {
  it("is 160 random bits in base32 (RFC 4648, section 10)", () => {
    expect(base32(new TextEncoder().encode("fooba"))).toBe("MZXW6YTB");
    expect(base32(secret)).toBe("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
    expect([newTotpSecret().length, base32(newTotpSecret()) === base32(newTotpSecret())]).toEqual([20, false]);
  });

  it("is told to the app by a URI, also with special characters in the address", () => {
    const uri = new URL(totpUri(secret, { issuer: "Order Operations", account: "a:b&c#@example.com" }));
    expect({ protocol: uri.protocol, host: uri.host }).toEqual({ protocol: "otpauth:", host: "totp" });
    expect(decodeURIComponent(uri.pathname)).toBe("/Order Operations:a:b&c#@example.com");
    expect(Object.fromEntries(uri.searchParams)).toEqual({ secret: base32(secret), issuer: "Order Operations" });
  });
});
