import { afterAll, beforeAll, expect, it } from "vitest";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createShop, rows, type Shop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { removeTwinMocks } from "../isolation/twins";
import { mockReceiver, serveQueues } from "../webhooks/consumer";
import { filledPath, formOf, type Ids, shopResponse } from "../../kit/console-forms";
import { fillForPages } from "./filled";
import { createMember, tokenIn, type Visitor } from "./kit";

/** Forms that change nothing and show the same result twice. */
const WITHOUT_CHANGE: ReadonlySet<string> = new Set([
  "/settings/personal-data/search",
  "/settings/personal-data/export",
  "/tickets/:id/template",
]);
/** Forms that delete what other forms need are sent last. */
const DELETIONS = /\/(delete|remove|archive|revoke|withdraw)$/;
/** No page of a deleted organization can be opened. */
const ORGANIZATION_DELETION = "/settings/delete";
const forms = consoleRoutes
  .filter(({ method, path }) => method === "post" && !WITHOUT_CHANGE.has(path) && path !== ORGANIZATION_DELETION)
  .toSorted((a, b) => Number(DELETIONS.test(a.path)) - Number(DELETIONS.test(b.path)));

let shop: Shop;
let owner: Visitor;
let token: string;
let ids: Ids;
/** An item in no fulfillment, which can be removed. */
let unshippedItem: string;

beforeAll(async () => {
  const enqueued = captureEnqueued();
  mockReceiver((url) => shopResponse(url) ?? new Response("down", { status: 500 }));
  shop = await createShop();
  for (const name of ["not-connected", "not-connected-either"]) await shop.v2("/stores", { body: { name, platform: "custom" } });
  ids = await fillForPages(shop, (field) => `a ${field}`);
  await serveQueues(enqueued, Date.now());
  const inviter = await createMember(shop.id, "owner");
  owner = inviter;
  const { items } = (await shop.v2(`/orders/${ids["orders.id"]}/items`, { body: { name: "Not shipped", price: 1 } })).body;
  unshippedItem = items.at(-1).id;
  // The inviter must not be removed before the invitation is withdrawn.
  await rows("update member_invitations set invited_by = ? where organization_id = ?", inviter.id, shop.id);
  token = tokenIn(await owner.open("/orders"));
});
afterAll(() => removeTwinMocks());

it("a form that is sent twice redirects to an existing page, also if its resource was deleted", async () => {
  const rejected: string[] = [];
  for (const route of forms) {
    // This form saves the filters of its URL as a view.
    const query = route.path === "/orders" ? "?status=New" : "";
    const removesItem = route.path === "/orders/:id/items/:itemId/remove";
    const path = filledPath(route, removesItem ? { ...ids, itemId: unshippedItem } : ids) + query;
    const form = { form_token: token, ...formOf(route, ids) };
    // Only what an item lacks is filled in.
    if (route.path.startsWith("/attention/"))
      await rows("update order_items set sku = null, custom_sku = null, design_url = null, cost = null where id = ?", ids["itemId"]);
    const first = await owner.send(path, form);
    if (first.status >= 400) {
      rejected.push(`${route.path} ${first.status}`);
      continue;
    }
    const second = await owner.send(path, form);
    expect({ path: route.path, status: second.status }).toEqual({ path: route.path, status: 303 });
    const target = await owner.open((second.location ?? "").replace(`/console/${shop.id}`, ""));
    expect({ path: route.path, location: second.location, status: target.status }).toEqual({
      path: route.path,
      location: second.location,
      status: 200,
    });
    // The new link of an invitation belongs to another invitation.
    if (route.path.endsWith("/invitations/:id/link")) {
      const [newest] = await rows<{ id: number }>("select max(id) as id from member_invitations where organization_id = ?", shop.id);
      ids = { ...ids, "invitations.id": newest?.id ?? 0 };
    }
  }
  // A script sends these as JSON or as the bytes of a file, and gets data. 403: with bytes, the token is in a header.
  const ofImports = ["/import 400", "/import/updates 400", "/import/map 400"];
  const ofUploads = ["/files 403", "/files/match 400", "/files/items/:itemId 400", "/files/:id/preview 403"];
  // Its item has shipped, so nobody is asked about it any more.
  const ofProofs = ["/production/proofs/send 409", "/production/proofs/items/:itemId 409", "/files/proofs/:itemId 409"];
  // Its form has a file.
  const ofFiles = ["/suppliers/:id/upload 400"];
  // Its only item was shipped.
  const ofSuppliers = ["/production/send 409"];
  expect(rejected).toEqual([...ofImports, ...ofUploads, ...ofProofs, ...ofSuppliers, ...ofFiles]);
});
