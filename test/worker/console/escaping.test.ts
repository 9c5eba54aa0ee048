import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import { consoleRoutes } from "../../../src/entrypoints/console/routes";
import { createShop, rows } from "../../kit/client";
import { itUnlessLong } from "../../kit/form";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { mockReceiver, serveQueues } from "../webhooks/consumer";
import { filledPath } from "../../kit/console-forms";
import { fillForPages } from "./filled";
import { createMember, browse } from "./kit";
import { markupOf } from "./markup";
import { assertProperty } from "../../kit/property";

afterEach(() => void vi.restoreAllMocks());

/** Known attacks that break out of a text, an attribute, a script, a style, a link or a comment. */
const ATTACKS = [
  "<evil-x>",
  '"><evil-x evil=1>',
  "'><evil-x>",
  "</textarea><evil-x>",
  "</title></script></style><evil-x>",
  '" onmouseover="evil()" x="',
  "' onfocus='evil()' autofocus='",
  "javascript:evil()",
  "<!--<evil-x>-->",
  "&lt;evil-x&gt;&#60;evil-x&#62;",
  "<svg><evil-x></svg>",
  "]]><evil-x>",
  "`${evil}`{{evil}}",
  "\u2028<evil-x>\u202e",
  "<evil-x ",
];

/**
 * Breaks out of an attribute with either quote, a text area, a title and a script, within the 42 characters that are left of 60 after the longest
 * name of a field (`zqpersonalization `).
 */
const EVERY_WAY_OUT = `'"></textarea></title></script><evil-x a>`;

const text = fc.array(fc.constantFrom(...ATTACKS), { minLength: 1, maxLength: 2 }).map((parts) => parts.join(""));

/** The fields that must appear on some page. */
const SHOWN = (
  "address auditor buyernote carrier category channel city comment company contact credential customer description design detail " +
  "detailvalue discount employee expense external from fulfillment giftmessage hold hookdeleted hookfailing hookok hookpaused invited " +
  "invoice item itemaddress itemmetadata made material metadata note number open opensku organization otherSku payroll person " +
  "personalization platform productsku proofcomment property query reason recipient refund refunder reply response second service sku " +
  "source status store storecode street subject supplier suppliercode supplierreason supplierSku tag targetname template templatename " +
  "ticket ticketcustomer ticketnote title to track variations view"
).split(" ");

/** Fills an organization with a text and loads every page. Returns the errors in the markup, and the fields that were shown. */
async function lookAtEveryPage(payload: string): Promise<{ errors: string[]; shownFields: Set<string> }> {
  const enqueued = captureEnqueued();
  const response = `zqresponse ${payload}`.slice(0, 60);
  mockReceiver(() => new Response(response, { status: 500 }));
  const shop = await createShop();
  const enteredTexts = new Map<string, string>([["response", response.trim()]]);
  const ids = await fillForPages(shop, (field) => {
    // The name of the field precedes the text, so that it can be found. Each field takes 60 characters.
    const word = `zq${field} ${payload}`.slice(0, 60);
    enteredTexts.set(field, word.trim());
    return word;
  });
  await serveQueues(enqueued, Date.now());
  const owner = await createMember(shop.id, "owner");
  const orders = await rows<{ id: number }>("select id from orders where organization_id = ?", shop.id);
  // A delivery that was attempted, because the page shows the receiver's response.
  const [attemptedDelivery] = await rows<{ id: string; endpoint_id: string }>(
    "select d.id, d.endpoint_id from deliveries d join attempts a on a.delivery_id = d.id where d.organization_id = ? and a.response_body is not null",
    shop.id,
  );
  const delivery = `/console/${shop.id}/webhooks/${attemptedDelivery?.endpoint_id}/deliveries/${attemptedDelivery?.id}`;
  const pages = consoleRoutes.filter((route) => route.method === "get").map((route) => `/console/${shop.id}${filledPath(route, ids)}`);
  const searched = ["orders?q=", "products?q=", "orders?supplier_id=", "expenses?employee_name="].map(
    (path) => `/console/${shop.id}/${path}${encodeURIComponent(payload)}`,
  );
  const errors: string[] = [];
  const shownFields = new Set<string>();
  for (const path of [
    ...pages,
    ...orders.map(({ id }) => `/console/${shop.id}/orders/${id}`),
    ...searched,
    delivery,
    "/console/organizations",
    "/console/account",
  ]) {
    const page = await browse(path, { cookie: `${owner.cookie}; order-columns=customer.store.ship-to.service.tags.assignee` });
    // The first tab may be empty while another is not, and chosen columns redirect to the list.
    const isRedirect = /\/(attention|orders\/columns)$/.test(path) && page.status === 303;
    if (page.status !== 200 && !isRedirect) errors.push(`${path}: ${page.status}`);
    if (page.headers.get("Content-Type")?.startsWith("text/html") !== true) continue;
    const markup = await markupOf(page);
    errors.push(...markup.harmful.map((part) => `${path}: ${part}`));
    for (const [field, word] of enteredTexts) if (markup.texts.some((shown) => shown.includes(word))) shownFields.add(field);
  }
  return { errors, shownFields };
}

describe("text that anybody has entered", () => {
  it("is shown as it was entered and is never markup, on any page", async () => {
    const shown = new Set<string>();
    await assertProperty(
      fc.asyncProperty(text, async (payload) => {
        const { errors, shownFields } = await lookAtEveryPage(payload);
        for (const field of shownFields) shown.add(field);
        expect(errors).toEqual([]);
      }),
      { cases: 1, endOnFailure: true, examples: [[EVERY_WAY_OUT]] },
    );
    // A page that shows no text could not fail, so the texts must appear.
    expect([...shown]).toEqual(expect.arrayContaining(SHOWN));
  });

  itUnlessLong("is not executed on a page that shows an error, or on the sign-in page", { tags: "long" }, async () => {
    const shop = await createShop();
    const owner = await createMember(shop.id, "owner");
    for (const payload of ATTACKS) {
      const bad = `?status=${encodeURIComponent(payload)}&page=${encodeURIComponent(payload)}`;
      for (const path of [`/orders${bad}`, `/${encodeURIComponent(payload)}`, `/orders/${encodeURIComponent(payload)}`]) {
        const page = await owner.open(path);
        expect({ path, isError: page.status >= 400, harmful: (await markupOf(page)).harmful }).toEqual({
          path,
          isError: true,
          harmful: [],
        });
      }
      const rejected = await owner.send("/stores", { name: payload, code: payload, platform: payload, currency: payload });
      expect({ status: rejected.status, harmful: (await markupOf(rejected)).harmful }).toEqual({ status: 400, harmful: [] });
      const signIn = await browse("/console/sign-in", { form: { email: payload, password: "x", to: payload } });
      expect({ status: signIn.status, harmful: (await markupOf(signIn)).harmful }).toEqual({ status: 401, harmful: [] });
      expect((await markupOf(await browse(`/console/sign-in?to=${encodeURIComponent(payload)}`))).harmful).toEqual([]);
    }
  });
});
