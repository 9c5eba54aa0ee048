import { beforeAll, describe, expect, it } from "vitest";
import { createShop, rows, type Shop, ingestOrder } from "../../kit/client";
import { createMember, browse, type Page, PASSWORD, sessionIn, signIn, tokenIn, type Visitor, createMemberWithPassword } from "./kit";

/** A form that is sent after its session has ended is kept (docs/spec/console.md#a-form-after-the-session). */

let shop: Shop;
let member: Visitor;
let other: Visitor;
beforeAll(async () => {
  shop = await createShop();
  member = await createMemberWithPassword(shop.id, "admin");
  other = await createMemberWithPassword(shop.id, "admin");
});

const NOTE = 'Two lines:\n"quoted" <b>&amp; é';

const decodeEntities = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&#39;", "'").replaceAll("&amp;", "&");

/** The hidden fields of the page's form for this path. */
function hiddenFields({ text }: Page, action: string): Record<string, string> {
  const form = text.split(`action="${action}"`)[1]?.split("</form>")[0] ?? "";
  const inputs = form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g);
  return Object.fromEntries([...inputs].map(([, name = "", value = ""]) => [decodeEntities(name), decodeEntities(value)]));
}

/** The form of a note that was filled in while the session was valid. */
interface TypedNote {
  /** The page of a note's form. */
  path: string;
  action: string;
  form: Record<string, string>;
  notes: () => Promise<string[]>;
}

async function typeNote(): Promise<TypedNote> {
  const { id } = await ingestOrder(shop);
  const path = `/console/${shop.id}/orders/${id}`;
  const token = tokenIn(await browse(path, { cookie: member.cookie }));
  const notes = async () => (await rows<{ text: string }>("select text from order_notes where order_id = ?", id)).map(({ text }) => text);
  return { path, action: `${path}/notes`, form: { form_token: token, content: NOTE }, notes };
}

/** Signs in with the fields that the page has kept. */
const signInAgain = async (page: Page, email: string, password = PASSWORD) =>
  await browse("/console/sign-in/again", { form: { ...hiddenFields(page, "/console/sign-in/again"), email, password } });

describe("a form that is sent without a session", () => {
  it("is kept by the sign-in page, and sent with a click afterwards", async () => {
    const { action, form, notes } = await typeNote();
    const signInPage = await browse(action, { form });
    expect({ status: signInPage.status, text: signInPage.text }).toEqual({
      status: 401,
      text: expect.stringContaining("Nothing is saved yet."),
    });
    const wrong = await signInAgain(signInPage, member.email, "not the password");
    expect({ status: wrong.status, text: wrong.text }).toEqual({
      status: 401,
      text: expect.stringContaining("Incorrect email or password."),
    });
    const signedIn = await signInAgain(wrong, member.email);
    expect({ status: signedIn.status, notes: await notes() }).toEqual({ status: 200, notes: [] });
    const sent = await browse(action, { form: hiddenFields(signedIn, action), cookie: sessionIn(signedIn) });
    expect({ status: sent.status, notes: await notes() }).toEqual({ status: 303, notes: [NOTE] });
  });

  it("is discarded if another member signs in, and is never sent automatically", async () => {
    const { action, form, notes } = await typeNote();
    const signedIn = await signInAgain(await browse(action, { form }), other.email);
    expect({ status: signedIn.status, text: signedIn.text }).toEqual({
      status: 200,
      text: expect.stringContaining("filled in by somebody else"),
    });
    expect({ text: signedIn.text, notes: await notes() }).toEqual({ text: expect.not.stringContaining("quoted"), notes: [] });
  });

  it("is discarded if it belongs to another organization", async () => {
    const { form } = await typeNote();
    const elsewhere = await createShop();
    const signInPage = await browse(`/console/${elsewhere.id}/orders/1/notes`, { form });
    expect((await signInAgain(signInPage, member.email)).text).toContain("filled in by somebody else");
  });

  it("is shown for sending if the same person has signed in in another tab", async () => {
    const { action, form, notes } = await typeNote();
    const cookie = await signIn(member.email);
    const shown = await browse(action, { form, cookie });
    // The form's token is of the earlier session.
    expect({ status: shown.status, notes: await notes() }).toEqual({ status: 403, notes: [] });
    const sent = await browse(action, { form: hiddenFields(shown, action), cookie });
    expect({ status: sent.status, notes: await notes() }).toEqual({ status: 303, notes: [NOTE] });
    // Another person's session does not restore it.
    const foreign = await browse(action, { form, cookie: other.cookie });
    expect({ status: foreign.status, text: foreign.text }).toEqual({ status: 403, text: expect.not.stringContaining("quoted") });
  });

  it("is kept without its secrets", async () => {
    const path = `/console/${shop.id}/connections/new/shopify`;
    const form = { form_token: tokenIn(await browse(path, { cookie: member.cookie })), "api.secret": "shh-1", webhook_secret: "shh-2" };
    const signInPage = await browse(path, { form: { ...form, shop_url: "https://lamps.example" } });
    expect([signInPage.status, /shh-\d/.test(signInPage.text), signInPage.text.includes("lamps.example")]).toEqual([401, false, true]);
  });

  it("is not kept if it is too large, has no token or is sent by a script", async () => {
    const { action, form } = await typeNote();
    const tooLarge = { form: { ...form, content: "x".repeat(32 * 1024) } };
    const byScript = { json: { content: NOTE }, headers: { "X-Form-Token": form["form_token"] ?? "" } };
    for (const options of [tooLarge, { form: { content: NOTE } }, byScript]) {
      const { status, text } = await browse(action, options);
      expect([status, text.includes("You are signed out. Sign in, then send the form again."), text.includes("kept_")]).toEqual([
        401,
        true,
        false,
      ]);
    }
  });

  it("keeps no path except one of an organization's pages on the same site", async () => {
    const { form } = await typeNote();
    for (const kept_path of [
      "https://evil.example/console/1/orders",
      "//evil.example/console/1/x",
      "/console/1/../../evil",
      "/console/sign-out",
    ]) {
      const fields = { kept_path, kept_token: form["form_token"] ?? "", kept_fields: "content=x", email: member.email, password: PASSWORD };
      expect((await browse("/console/sign-in/again", { form: fields })).location).toBe("/console/sign-in");
    }
    const viewer = await createMember(shop.id, "viewer");
    // The redirect does not depend on the host name of the request.
    const elsewhere = { form: { kept_path: "x" }, cookie: viewer.cookie, origin: "https://evil.example" };
    expect((await browse("/console/sign-in/again", elsewhere)).location).toBe("/console/sign-in");
  });
});

describe("every secret field", () => {
  // The forms of EasyPost and Shippo have none.
  it.each(["shopify", "woocommerce", "bigcommerce", "aftership"])("of a connection to %s has a name that is not kept", async (platform) => {
    const path = `/console/${shop.id}/connections/new/${platform}`;
    const page = await browse(path, { cookie: member.cookie });
    const names = [...page.text.matchAll(/<input[^>]*name="([^"]+)"[^>]*type="password"/g)].map(([, name = ""]) => name);
    expect(names.length).toBeGreaterThan(0);
    const form = Object.fromEntries(names.map((name) => [name, "shh-secret"]));
    const signInPage = await browse(path, { form: { ...form, form_token: tokenIn(page) } });
    expect({ status: signInPage.status, text: signInPage.text }).toEqual({ status: 401, text: expect.not.stringContaining("shh-secret") });
  });
});
