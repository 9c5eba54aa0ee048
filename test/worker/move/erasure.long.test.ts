import { env } from "cloudflare:workers";
import { afterEach, expect, it, vi } from "vitest";
import { continueMoves } from "../../../src/entrypoints/operator/moves";
import { LATE_WRITES_MS } from "../../../src/tenants/move/move.sql";
import { continueErasures } from "../../../src/tenants/personal-data/jobs";
import { createShop, rows } from "../../kit/client";
import { eventually } from "../../kit/eventually";
import { operate } from "../access/kit";
import { inDatabase } from "../databases/in-database";
import { interruptibleBindings, move } from "./kit";

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** The content of the full-text indexes in the storage of a database. */
async function storedWords(database: number): Promise<string> {
  const indexes = ["order_search_data", "item_search_data"];
  const blocks = await Promise.all(
    indexes.map(async (name) => await inDatabase<{ block: number[] }>(database, `select block from ${name}`)),
  );
  return blocks
    .flat()
    .map(({ block }) => new TextDecoder("latin1").decode(Uint8Array.from(block)))
    .join("");
}

it("an erasure during a move leaves no word of the person in the indexes of either database", async () => {
  const shop = await createShop({ database: 0 });
  for (let n = 0; n < 20; n += 1) {
    // The index stores the rest of a long word after its prefixes of up to 16 characters.
    const customer = { customer_name: `Zora Quellmarkquellmarkxyzzyplugh${n}`, customer_email: "zora@example.com" };
    await shop.v2("/orders", { body: { store: "gift", ...customer, items: [{ name: "Mug", price: 5 }] } });
  }
  let isIndexed = false;
  const bindings = interruptibleBindings(async () => {
    isIndexed ||= (await storedWords(1)).includes("xyzzyplugh");
    if (isIndexed) throw new Error("The process was killed.");
  });
  vi.spyOn(console, "error").mockReturnValue();
  expect(await move(shop.id, bindings)).toBe("500");
  vi.restoreAllMocks();
  await rows("update moves set lease_until = 0 where organization_id = ?", shop.id);
  const { status } = await operate("POST", `${shop.id}/erasures`, { email: "zora@example.com" });
  expect(status).toBe(201);
  await eventually(async () => expect(await move(shop.id)).toBe("moved"));
  // Not earlier: the end of a closing is compared with the clock of D1, which goes on.
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LATE_WRITES_MS + 60_000 });
  await continueMoves(env, Date.now());
  await continueErasures(env, Date.now());
  // A finished erasure does not keep the identifiers of the person.
  expect(await rows("select person from erasures where organization_id = ?", shop.id)).toEqual([{ person: null }]);
  for (const database of [0, 1]) expect((await storedWords(database)).includes("xyzzyplugh"), `database ${database}`).toBe(false);
});
