import { expect, it } from "vitest";
import { asOperator } from "../../kit/client";
import { createMember } from "./kit";

/** The text and the links of a page in place of an empty list. */
function emptyListIn(page: string, base: string) {
  const [, html = ""] = /<div class="empty">(.*?)<\/div>/s.exec(page) ?? [];
  const links = [...html.matchAll(/<a href="([^"]+)"/g)].map(([, href = ""]) => href.replace(base, ""));
  return { text: html.replaceAll(/<[^>]+>/g, "").replaceAll(/\s+/g, " "), links, hasPager: page.includes('class="pager"') };
}

it("an empty list shows the first step to those who may take it, unless a filter or a search leaves it empty", async () => {
  const { id } = await asOperator("/organizations", { name: "New", currency: "USD", timezone: "UTC" });
  const base = `/console/${id}`;
  const [owner, member, viewer] = [
    await createMember(id, "owner"),
    await createMember(id, "member", { money: true }),
    await createMember(id, "viewer", { money: true }),
  ];
  const read = async (path: string, as = owner) => emptyListIn((await as.open(path)).text, base);
  const textWith = (button: string) =>
    `No orders yet. The orders of your shops appear here once a shop is connected, or somebody imports or creates them. ${button}`.trimEnd();
  expect(await read("/orders")).toEqual({ text: textWith("Connect a shop"), links: ["/connections"], hasPager: false });
  expect(await read("/orders", member)).toEqual({ text: textWith("Import orders"), links: ["/import"], hasPager: false });
  expect((await read("/orders", viewer)).links).toEqual([]);
  // A sort and a page are no filters.
  expect(await read("/orders?sort=date:asc&page=1")).toMatchObject({ links: ["/connections"] });
  for (const path of ["/products", "/expenses", "/tickets", "/stores"]) {
    expect(await read(path, member), path).toMatchObject({ links: [`${path}/new`], hasPager: false });
    expect(await read(path, viewer), path).toMatchObject({
      text: `No ${path.slice(1)} yet. They appear here once somebody has created one.`,
      links: [],
    });
  }
  expect(await read("/orders?status=New")).toEqual({ text: "No orders match.", links: [], hasPager: false });
  expect(await read("/products?q=x")).toEqual({ text: "No products match.", links: [], hasPager: false });
});
