import { expect, it } from "vitest";
import { createMember } from "../console/kit";
import { aProducingShop, anItem, orderOf } from "./kit";

it("the page of production counts what is not ready up to a hundred items, and says that there are more", async () => {
  const shop = await aProducingShop();
  const member = await createMember(shop.id, "member");
  await shop.v2(`/stores/${shop.store.id}`, { method: "PATCH", body: { send_blockers: ["sku"] } });
  const leadOf = async () => /\d+ open · .*? not ready to send/.exec((await member.open("/production")).text)?.[0];
  await orderOf(shop, ...Array.from({ length: 100 }, () => anItem()));
  expect(await leadOf()).toBe("0 open · 0 late · 100 items not ready to send");
  await orderOf(shop, anItem());
  expect(await leadOf()).toBe("0 open · 0 late · 100+ items not ready to send");
  expect((await member.open("/production")).text).toContain("The oldest 20. The others follow when these are sent.");
});
