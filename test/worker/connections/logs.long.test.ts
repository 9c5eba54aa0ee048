import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { processMessage } from "../../../src/resources/connections/inbox/process";
import { reconcileDue } from "../../../src/resources/connections/job";
import { createShop, rows } from "../../kit/client";
import { withDatabases } from "../../kit/databases";
import { connectCarrier, deliver, PAYLOADS } from "./carriers/fixtures";
import { connect, deliverWoo, inboxOf, processInbox, request, wooOrder } from "./fixtures";
import { StandInShop } from "./stand-in";

/** Values in deliveries and in the shop that no log line may contain. */
const PRIVATE = ["PRIVATE-NAME", "private@example.com", "PRIVATE-STREET", "PRIVATE-NUMBER"];

const billing = { first_name: PRIVATE[0], last_name: "Nowak", email: PRIVATE[1], address_1: PRIVATE[2] };
const order = (id: number, fields: Record<string, unknown> = {}) => wooOrder({ id, billing, shipping: billing, ...fields });

afterEach(() => vi.restoreAllMocks());

it("the log has no personal data and no secret from deliveries of shops and carrier services, also after a failure", async () => {
  const shop = await createShop();
  const standIn = new StandInShop().open();
  const connection = await connect(shop, { api: standIn.api });
  const [easypost, shippo] = [await connectCarrier(shop), await connectCarrier(shop, "shippo")];
  const lines: string[] = [];
  for (const level of ["log", "info", "warn", "error", "debug"] as const)
    vi.spyOn(console, level).mockImplementation((...args: unknown[]) => void lines.push(...args.map(String)));

  await deliverWoo(connection, order(1));
  await deliverWoo(connection, order(2, { total: PRIVATE[0] }));
  await deliverWoo(connection, order(3, { currency: "PRI" }));
  await deliverWoo({ ...connection, secret: "another-secret-of-somebody" }, order(4));
  for (const status of ["delivered", "unknown", "failure"])
    await deliver(easypost, PAYLOADS.easypost({ number: PRIVATE[3] ?? "", status }));
  await deliver(easypost, { ...PAYLOADS.easypost({ status: "delivered" }), result: PRIVATE[0] });
  const body = JSON.stringify(PAYLOADS.shippo({ number: PRIVATE[3] ?? "", status: "TRANSIT" }));
  await request(`${shippo.path}?token=${shippo.secret}`, { body });
  await request(`${shippo.path}?token=${shippo.secret}x`, { body });

  const rejectBatch = async () => await Promise.reject(new Error("D1_ERROR: Network connection lost."));
  const broken = { ...env, ...withDatabases((d1) => Object.assign(Object.create(d1) as D1Database, { batch: rejectBatch })) };
  for (const { id } of await inboxOf(connection)) await processMessage(broken, { id: String(id), organization_id: shop.id });
  await processInbox(shop, connection);
  standIn.put(5, 1, { billing, shipping: billing, total: PRIVATE[0] });
  await rows("update connections set reconcile_at = 1 where id = ?", connection.id);
  standIn.instead.push(() => new Response(PRIVATE[0], { status: 500 }));
  await reconcileDue(env, Date.now());
  await rows("update connections set reconcile_at = 1 where id = ?", connection.id);
  await reconcileDue(env, Date.now());

  const text = lines.join("\n");
  for (const logged of ["connections.process", '"route":"/in/:token"', "D1_ERROR"]) expect(text).toContain(logged);
  for (const secret of [...PRIVATE, connection.secret, easypost.secret, shippo.secret, standIn.secret]) expect(text).not.toContain(secret);
  // Stored errors name fields and never their values. Only bodies have values.
  const stored = JSON.stringify([
    await rows("select reason, topic from connection_inbox where organization_id = ?", shop.id),
    await rows("select last_error from connections where id = ?", connection.id),
  ]);
  for (const value of PRIVATE) expect(stored).not.toContain(value);
});
