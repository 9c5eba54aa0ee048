import { evictDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { createCredential, createShop, type Credential, directoryRows, rows, type Shop, v1As } from "../../kit/client";
import { logOf } from "../../kit/log";
import { ofCredential } from "./kit";
import { eventually } from "../../kit/eventually";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

const START = Date.parse("2026-05-01T10:00:00.000Z");
const HOUR = 3_600_000;
const at = (ms: number) => new Date(START + ms).toISOString();

beforeEach(() => {
  vi.setSystemTime(START);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

const use = async (key: Credential) => (await v1As(key)("/stores")).status;
const readLastUse = async (key: Credential) => (await ofCredential(shop.id, key).read())?.["last_used_at"];

/** The use is recorded some time after the response. */
async function expectLastUse(key: Credential, moment: string | null): Promise<void> {
  await eventually(async () => expect(await readLastUse(key)).toBe(moment));
}

/** No other use is recorded for the requests so far: a record would have been written within this time. */
async function expectNoOtherUse(key: Credential, moment: string | null): Promise<void> {
  await new Promise((resolve) => {
    setTimeout(resolve, 100);
  });
  expect(await readLastUse(key)).toBe(moment);
}

describe("last_used_at", () => {
  it("is null at first, and then has the time of a use, recorded at most once an hour, also after an eviction", async () => {
    const key = await createCredential(shop.id, "api_key");
    expect(await readLastUse(key)).toBeNull();
    expect(await use(key)).toBe(200);
    await expectLastUse(key, at(0));
    vi.setSystemTime(START + HOUR - 1);
    await use(key);
    await evictDurableObject(env.GATE.getByName(`credential:${key.id}`));
    await use(key);
    await expectNoOtherUse(key, at(0));
    vi.setSystemTime(START + HOUR);
    await use(key);
    await expectLastUse(key, at(HOUR));
  });

  it("is written once for many concurrent requests", async () => {
    const key = await createCredential(shop.id, "api_key");
    await env.DB.exec("create table recorded_uses (id integer)");
    await env.DB.exec(
      "create trigger record_use after update of last_used_at on credentials begin insert into recorded_uses values (new.id); end",
    );
    await Promise.all(Array.from({ length: 10 }, () => use(key)));
    await expectLastUse(key, at(0));
    await expectNoOtherUse(key, at(0));
    expect(await directoryRows("select id from recorded_uses where id = ?", key.id)).toEqual([{ id: key.id }]);
    await env.DB.exec("drop trigger record_use");
    await env.DB.exec("drop table recorded_uses");
  });

  it("is not a change of the credential: version and updated_at are kept, and the isolate's cached record stays valid", async () => {
    const key = await createCredential(shop.id, "api_key");
    const row = () => rows("select version, updated_at from credentials where id = ?", key.id);
    const before = await row();
    vi.setSystemTime(START + 1000);
    await use(key);
    await expectLastUse(key, at(1000));
    expect(await row()).toEqual(before);
    // The only trip is the handler's, so the record was not read again.
    expect(await logOf(() => use(key))).toMatchObject({ status: 200, gate_calls: 1, d1_trips: 1, rows_written: 0 });
  });

  it("is not changed by a rejected request", async () => {
    const key = await createCredential(shop.id, "api_key", { allowed_ips: ["192.0.2.1"], daily_quota: 1 });
    expect(await use(key)).toBe(403);
    await expectNoOtherUse(key, null);
    const { revoke } = ofCredential(shop.id, key);
    expect((await v1As(key)("/stores", { headers: { "CF-Connecting-IP": "192.0.2.1" } })).status).toBe(200);
    await expectLastUse(key, at(0));
    vi.setSystemTime(START + 2 * HOUR);
    expect((await v1As(key)("/stores", { headers: { "CF-Connecting-IP": "192.0.2.1" } })).status).toBe(429);
    await revoke();
    expect(await use(key)).toBe(401);
    await expectNoOtherUse(key, at(0));
  });

  it("does no harm if it can't be written: the request succeeds, the failure is logged, and only the next hour retries", async () => {
    const key = await createCredential(shop.id, "api_key");
    const error = vi.spyOn(console, "error").mockImplementation(() => undefined);
    await env.DB.exec("create trigger refuse before update of last_used_at on credentials begin select raise(fail, 'full'); end");
    expect(await use(key)).toBe(200);
    await eventually(() =>
      expect(error).toHaveBeenCalledWith(expect.stringContaining(`"event":"gate.last_use","credential_id":${key.id}`)),
    );
    await env.DB.exec("drop trigger refuse");
    expect(await use(key)).toBe(200);
    await expectNoOtherUse(key, null);
    vi.setSystemTime(START + HOUR);
    await use(key);
    await expectLastUse(key, at(HOUR));
  });
});
