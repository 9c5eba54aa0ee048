import { expect, it } from "vitest";
import { asOperator } from "../../kit/client";
import { createMember } from "./kit";

/** The text and the links of a page in place of an empty list. */
function emptyIn(text: string, base: string) {
  const [, said = ""] = /<div class="empty">(.*?)<\/div>/s.exec(text) ?? [];
  const to = [...said.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href.replace(base, ""));
  return { said: said.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " "), to, pager: text.includes('class="pager"') };
}

it("an empty list shows the first step to those who may take it", async () => {
  const { id } = await asOperator("/organizations", { name: "New", currency: "USD", timezone: "UTC" });
  const base = `/console/${id}`;
  const [owner, member, viewer] = [
    await createMember(id, "owner"),
    await createMember(id, "member", true),
    await createMember(id, "viewer", true),
  ];
  const of = async (path: string, as = owner) => emptyIn((await as.open(path)).text, base);
  const said = (button: string) =>
    `No orders yet. The orders of your shops appear here once a shop is connected, or somebody imports or creates them. ${button}`.trimEnd();
  expect(await of("/orders")).toEqual({ said: said("Connect a shop"), to: ["/connections"], pager: false });
  expect(await of("/orders", member)).toEqual({ said: said("Import orders"), to: ["/import"], pager: false });
  expect((await of("/orders", viewer)).to).toEqual([]);
  expect(await of("/orders?sort=date:asc&page=1")).toMatchObject({ to: ["/connections"] });
  for (const path of ["/products", "/expenses", "/tickets", "/stores"]) {
    expect(await of(path, member), path).toMatchObject({ to: [`${path}/new`], pager: false });
    expect(await of(path, viewer), path).toMatchObject({
      said: `No ${path.slice(1)} yet. They appear here once somebody has created one.`,
      to: [],
    });
  }
  expect(await of("/orders?status=New")).toEqual({ said: "No orders match.", to: [], pager: false });
  expect(await of("/products?q=x")).toEqual({ said: "No products match.", to: [], pager: false });
});
