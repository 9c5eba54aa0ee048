import { beforeAll, describe, expect, it, vi } from "vitest";
import { hashPassword, matchingHashes, scrypt } from "../../../src/platform/crypto/password";
import { createShop, rows, type Shop } from "../../kit/client";
import { makePasswordsReal } from "../../kit/cheap-passwords";
import { createMember, browse, PASSWORD, createMemberWithPassword } from "../console/kit";
import { operate } from "./kit";

let shop: Shop;
beforeAll(async () => {
  makePasswordsReal();
  shop = await createShop();
});

const hashOf = async (id: number): Promise<string> =>
  (await rows<{ password_hash: string }>("select password_hash from users where id = ?", id))[0]?.password_hash ?? "";

describe("a password's hash", () => {
  it("contains its parameters and a salt, which accounts of the same address share", { tags: "long" }, async () => {
    const [one, two] = [await hashPassword(PASSWORD), await hashPassword(PASSWORD)];
    expect(one).toMatch(/^\$scrypt\$ln=14,r=8,p=5\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(one).not.toBe(two);
    expect(await hashPassword(PASSWORD, one)).toBe(one);
  });

  it("is found among several only by its own password", { tags: "long" }, async () => {
    const one = await hashPassword(PASSWORD);
    const stored = [null, await hashPassword("another sentence", one), one];
    expect(await matchingHashes(PASSWORD, stored)).toEqual([one]);
    expect(await matchingHashes("another sentence", stored)).toEqual([stored[1]]);
    expect(await matchingHashes("a guess", stored)).toEqual([]);
    expect(await matchingHashes("", [null])).toEqual([]);
  });

  it("takes one derivation to find, whatever is stored: a hash with another salt than the first does not match", async () => {
    const derived = vi.spyOn(scrypt, "key").mockImplementation(() => new Uint8Array(32));
    const withSalt = (letter: string) => `$scrypt$ln=14,r=8,p=5$${letter.repeat(21)}A$${"A".repeat(43)}`;
    const found: string[][] = [];
    for (const hashes of [[], [null], [withSalt("B"), withSalt("C"), withSalt("B")]]) {
      derived.mockClear();
      found.push(await matchingHashes(PASSWORD, hashes));
      expect(derived).toHaveBeenCalledOnce();
    }
    expect(found).toEqual([[], [], [withSalt("B"), withSalt("B")]]);
    derived.mockRestore();
  });

  it("takes one derivation to sign in, so that the time does not reveal whether an address has an account", { tags: "long" }, async () => {
    const [person, member] = [await createMemberWithPassword(shop.id, "viewer"), await createMember(shop.id, "viewer")];
    const derived = vi.spyOn(scrypt, "key");
    const attempts = {
      "right password": { email: person.email, password: PASSWORD, status: 303 },
      "wrong password": { email: person.email, password: "a wrong sentence", status: 401 },
      "unknown email": { email: "nobody@example.com", password: PASSWORD, status: 401 },
      "member without a password": { email: member.email, password: PASSWORD, status: 401 },
    };
    for (const [name, { status, ...form }] of Object.entries(attempts)) {
      derived.mockClear();
      expect((await browse("/console/sign-in", { form })).status, name).toBe(status);
      expect(derived, name).toHaveBeenCalledOnce();
    }
    derived.mockRestore();
  });
});

it("a password that the operator chooses is rejected if it is too short or easy to guess", async () => {
  const add = async (password: string) =>
    await operate("POST", `${shop.id}/members`, { email: "owen.grady@example.com", role: "viewer", password });
  for (const [password, code] of [
    ["password1234", "weak_password"],
    ["OwenGrady2026", "weak_password"],
    ["elevenchars", "too_small"],
  ]) {
    const { status, body } = await add(password ?? "");
    expect({ status, details: body.error.details }).toEqual({
      status: 400,
      details: [expect.objectContaining({ path: "password", code })],
    });
  }
  expect((await add(PASSWORD)).status).toBe(201);
});

describe("a password for an address that has an account", () => {
  it.each(["in this organization", "in another one"])(
    "%s returns 409 unless it is the account's own, which is kept",
    { tags: "long" },
    async (where) => {
      const { id, email } = await createMemberWithPassword(shop.id, "viewer");
      const hash = await hashOf(id);
      const target = where === "in this organization" ? shop : await createShop();
      const add = (password?: string) => operate("POST", `${target.id}/members`, { email, role: "viewer", ...(password && { password }) });
      const { status, body } = await add("a sentence that is another password");
      expect({ status, code: body.error.details[0].code }).toEqual({ status: 409, code: "account_exists" });
      expect(body.error.details[0].message).toContain("/members/{user_id}/invitation");
      expect(await hashOf(id)).toBe(hash);
      const added = await add(PASSWORD);
      expect({ status: added.status, user_id: added.body.user_id }).toEqual({ status: 201, user_id: id });
      expect((await add()).status).toBe(201);
      expect(await hashOf(id)).toBe(hash);
    },
  );
});
