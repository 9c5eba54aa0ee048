import { afterEach, expect, it, vi } from "vitest";
import { createShop } from "../../kit/client";
import { giveDesign, orderWithDesigns, sendProof } from "../proofs/kit";
import { anEmptyOrganization, exportAll, exportTable, deleteEverywhere, restoreAll, restoredShop } from "./kit";

afterEach(() => vi.useRealTimers());

it("an export that is made while a proof is being replaced is restored with one current proof of each item", async () => {
  const start = Date.now();
  const at = (seconds: number) => vi.setSystemTime(start + seconds * 1000);
  vi.useFakeTimers({ toFake: ["Date"], now: start });
  const shop = await createShop({ database: 0 });
  await shop.v2("/suppliers", { body: { name: "Acme" } });
  const order = await orderWithDesigns(shop, "Mug", "Cup");
  const [mug, cup] = order.items.map(({ id }: { id: string }) => id);
  const { proof: first } = await sendProof(shop, mug);
  await giveDesign(shop, mug);
  at(60);
  const { proof: last } = await sendProof(shop, cup);
  const exported = await exportAll(shop.id);
  const before = await exportTable(shop.id, "proofs", { last: [first.id] });
  // A request that began before the last proof was created ends only now, between two parts of the export.
  at(30);
  const { proof: second } = await sendProof(shop, mug);
  const after = await exportTable(shop.id, "proofs", { after: [first.id], last: [last.id] });
  const lines = [...before, ...after];
  const current = lines.map((line) => JSON.parse(line) as { id: string; state: string }).filter(({ state }) => state !== "superseded");
  expect(current.map(({ id }) => id)).toEqual([first.id, second.id, last.id]);

  await deleteEverywhere(shop.id);
  const id = await anEmptyOrganization(1);
  await restoreAll(id, { ...exported, tables: new Map([...exported.tables, ["proofs", lines]]) }, { from_another_installation: true });
  const { v2 } = await restoredShop({ ...shop, ids: {} }, id, 1);
  const states = (await v2("/proofs")).body.data.map((proof: { id: string; state: string }) => [proof.id, proof.state]);
  expect(Object.fromEntries(states)).toEqual({ [first.id]: "superseded", [second.id]: "sent", [last.id]: "sent" });
});
