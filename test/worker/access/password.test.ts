import { scryptSync } from "node:crypto";
import { beforeAll, describe, expect, it, vi } from "vitest";
import { hashPassword, isCurrentHash, matchingHashes, scrypt } from "../../../src/platform/crypto/password";
import { aShop, rows, type Shop } from "../../kit/client";
import { makePasswordsReal } from "../../kit/cheap-passwords";
import { browse, PASSWORD, sessionIn, withPassword } from "../console/kit";
import { operate } from "./kit";

let shop: Shop;
beforeAll(async () => {
  makePasswordsReal();
  shop = await aShop();
});

/** A hash as it was stored before its parameters stood in it: N 16384, r 16, p 1. */
function legacyHash(password: string): string {
  const salt = "0123456789abcdef0123456789abcdef";
  const key = scryptSync(password, new TextEncoder().encode(salt), 64, { N: 16_384, r: 16, p: 1, maxmem: 2 ** 27 });
  return `${salt}:${new Uint8Array(key).toHex()}`;
}

const hashOf = async (id: number): Promise<string> =>
  (await rows<{ password_hash: string }>("select password_hash from users where id = ?", id))[0]?.password_hash ?? "";

describe("a password's hash", () => {
  it("has its parameters in it, and a salt of its own unless it shares the one of its address", async () => {
    const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await hashPassword(PASSWORD, one)).toBe(one);
    // A salt under other parameters is not taken over.
    expect(isCurrentHash(await hashPassword(PASSWORD, legacyHash(PASSWORD)))).toBe(true);
  });

  it("is found among several, with present and with old parameters, and by no other password", async () => {
    const current = await hashPassword(PASSWORD);
    const stored = [null, "x:y", legacyHash(PASSWORD), await hashPassword("another sentence", current), current];
    expect(await matchingHashes(PASSWORD, stored)).toEqual([current, stored[2]]);
    expect(await matchingHashes("a guess", stored)).toEqual([]);
    expect(await matchingHashes("", [null])).toEqual([]);
  });

  it("takes two derivations to find, whatever is stored: a hash with another salt than the first is not looked at", async () => {
    const derived = vi.spyOn(scrypt, "key").mockImplementation((_password, { keyBytes }) => new Uint8Array(keyBytes));
    const withSalt = (letter: string) => `$scrypt$ln=14,r=8,p=5$${letter.repeat(21)}A$${"A".repeat(43)}`;
    const legacy = `${"0".repeat(32)}:${"0".repeat(128)}`;
    const found: string[][] = [];
    for (const hashes of [[], [null], [legacy], [withSalt("B"), withSalt("C"), legacy, withSalt("B")]]) {
      derived.mockClear();
      found.push(await matchingHashes(PASSWORD, hashes));
      expect(derived).toHaveBeenCalledTimes(2);
    }
    expect(found).toEqual([[], [], [legacy], [withSalt("B"), withSalt("B"), legacy]]);
    derived.mockRestore();
  });

  it("with old parameters still opens, and is replaced by the sign-in; a wrong password replaces nothing", async () => {
    const { id, email } = await withPassword(shop.id, "viewer");
    const old = legacyHash(PASSWORD);
    await rows("update users set password_hash = ? where id = ?", old, id);
    const tried = async (password: string) => sessionIn(await browse("/console/sign-in", { form: { email, password } }));
    expect([await tried("a wrong sentence"), await hashOf(id)]).toEqual([null, old]);
    expect(await tried(PASSWORD)).not.toBeNull();
    expect(isCurrentHash(await hashOf(id))).toBe(true);
    expect(await tried(PASSWORD)).not.toBeNull();
  });
});

it("the deployer can't set a password that is easy to guess either", async () => {
  const add = async (password: string) =>
    await operate("POST", `${shop.id}/members`, { email: "owen.grady@example.com", role: "viewer", password });
  for (const [password, code] of [
    ["password1234", "weak_password"],
    ["OwenGrady2026", "weak_password"],
    ["elevenchars", "too_small"],
  ]) {
    const { status, body } = await add(password ?? "");
    expect([status, body.error.details]).toEqual([400, [expect.objectContaining({ path: "password", code })]]);
  }
  expect((await add(PASSWORD)).status).toBe(201);
});

describe("a password for an address that has an account", () => {
  it.each(["in this organization", "in another one"])("%s: 409 for another than the account's own, which stays", async (where) => {
    const { id, email } = await withPassword(shop.id, "viewer");
    const hash = await hashOf(id);
    const target = where === "in this organization" ? shop : await aShop();
    const add = (password?: string) => operate("POST", `${target.id}/members`, { email, role: "viewer", ...(password && { password }) });
    const { status, body } = await add("a sentence that is another password");
    expect([status, body.error.details[0].code]).toEqual([409, "account_exists"]);
    expect(body.error.details[0].message).toContain("/members/{user_id}/invitation");
    expect(await hashOf(id)).toBe(hash);
    const added = await add(PASSWORD);
    expect([added.status, added.body.user_id]).toEqual([201, id]);
    expect((await add()).status).toBe(201);
    expect(await hashOf(id)).toBe(hash);
  });
});
