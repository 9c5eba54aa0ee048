import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { reencryptConnections } from "../../../src/resources/connections/reencrypt";
import { decryptFor } from "../../../src/resources/connections/secrets";
import { ciphertextPrefix } from "../../../src/platform/crypto/encryption";
import { organizationDatabases } from "../../../src/platform/db/database";
import { createShop, rows } from "../../kit/client";
import { organizationDatabase } from "../../kit/databases";
import { connectCarrier } from "./carriers/fixtures";
import { API, connect } from "./fixtures";

const NEW = "another-master-secret-of-32-characters-at-least";

afterEach(() => vi.restoreAllMocks());

it("the secrets of connections to shops and carrier services are encrypted again under a new master secret", async () => {
  const shop = await createShop();
  const [connection, carrier] = [await connect(shop, { api: API }), await connectCarrier(shop)];
  await shop.v2(`/connections/${connection.id}/rotate-secret`, { body: {} });
  await shop.v2(`/connections/${carrier.id}/rotate-secret`, { body: {} });
  const warn = vi.spyOn(console, "warn").mockImplementation(() => undefined);
  const db = organizationDatabases(env).find(({ number }) => number === organizationDatabase());
  if (db === undefined) throw new Error("no database");

  await reencryptConnections(db, [env.MASTER_SECRET]);
  expect(warn).not.toHaveBeenCalled();
  await reencryptConnections(db, [NEW, env.MASTER_SECRET]);
  expect(warn.mock.calls).toEqual([
    [
      JSON.stringify({
        event: "connections.reencrypted",
        under: await ciphertextPrefix(NEW),
        connections: 2,
        left: 0,
        release: env.VERSION_METADATA.id,
      }),
    ],
  ]);

  const [stored] = await rows<Record<string, string>>("select * from connections where id = ?", connection.id);
  const [storedCarrier] = await rows<Record<string, string>>("select * from connections where id = ?", carrier.id);
  const decrypt = async (id: string, text = "") => await decryptFor([NEW], id, text);
  expect(await decrypt(connection.id, stored?.["previous_secret"])).toBe(connection.secret);
  expect(JSON.parse(await decrypt(connection.id, stored?.["api_credentials"]))).toEqual({ key: API.key, secret: API.secret });
  expect(await decrypt(carrier.id, storedCarrier?.["previous_secret"])).toBe(carrier.secret);
  // A rotation generates secrets of 40 characters.
  for (const [id, secret] of [
    [connection.id, stored?.["secret"]],
    [carrier.id, storedCarrier?.["secret"]],
  ] as const)
    expect(await decrypt(id, secret)).toHaveLength(40);
});
