import { describe, expect, it } from "vitest";
import { V2_SCOPES } from "../../../src/platform/http/scopes.ts";
import {
  createShop,
  checkPage,
  PASSWORD,
  type Role,
  type Shop,
  openConsole,
  type ConsoleVisit,
  type Visit,
  openBrowser,
  type ConsoleSetup,
} from "./kit.ts";

/** Sends a request with an API token, and returns the status. */
async function fetchStatus(setup: ConsoleSetup, secret: string, path: string): Promise<number> {
  const response = await fetch(`${setup.worker.url}/api/v2${path}`, { headers: { authorization: `Bearer ${secret}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Copies a value with its button, and returns the value from the clipboard. */
async function copyFromPage({ page, context }: Visit, button: string): Promise<string> {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  return await page.evaluate(async () => await navigator.clipboard.readText());
}

/** Accepts the next confirmation dialog. Its text is then in the returned list. */
function acceptNextDialog({ page }: Visit): string[] {
  const questions: string[] = [];
  page.once("dialog", (dialog) => {
    questions.push(dialog.message());
    void dialog.accept();
  });
  return questions;
}

async function inviteMember(visit: ConsoleVisit, email: string, role: Role): Promise<void> {
  await visit.open("/settings/members");
  await visit.page.getByRole("link", { name: "Invite member" }).click();
  await visit.page.getByLabel("Email address").fill(email);
  await visit.page.getByLabel("Role").selectOption(role);
  await visit.page.getByRole("button", { name: "Invite member" }).click();
}

async function checkTokenLifecycle(setup: ConsoleSetup, shop: Shop, visit: ConsoleVisit): Promise<void> {
  const { page } = visit;
  await visit.open("/settings/api-tokens/new");
  await page.getByRole("link", { name: "Read only" }).click();
  await page.getByLabel("See reports").waitFor();
  const readScopes = Object.keys(V2_SCOPES).filter((scope) => scope.endsWith(":read"));
  expect(await page.getByRole("checkbox", { checked: true }).count()).toBe(readScopes.length);
  await checkPage(visit, "token new");
  await visit.open("/settings/api-tokens/new");
  await page.getByLabel("Name").fill("Warehouse robot");
  await page.getByLabel("Allowed IP addresses").fill("192.0.2.0/33");
  await page.getByRole("button", { name: "Create API token" }).click();
  await page.getByText("Choose at least one.").waitFor();
  await page.getByText("Enter an IP address or a range such as 192.0.2.0/24.").waitFor();
  visit.complaints.length = 0;
  await page.getByLabel("Allowed IP addresses").fill("");
  await page.getByLabel("See orders").check();
  await page.getByLabel("See stores").check();
  await page.getByLabel("Last day").fill("2099-12-31");
  await page.getByRole("button", { name: "Create API token" }).click();
  const secret = await copyFromPage(visit, "Copy token");
  expect(secret).toMatch(/^sk_live_\w{36}$/);
  await checkPage(visit, "token made");
  expect([
    await fetchStatus(setup, secret, "/orders"),
    await fetchStatus(setup, secret, "/stores"),
    await fetchStatus(setup, secret, "/tickets"),
  ]).toEqual([200, 200, 403]);

  await page.reload();
  await page.getByText("You submitted this form twice. It was processed once.").waitFor();
  expect(await page.getByText(secret).count()).toBe(0);
  expect(await page.getByRole("link", { name: "Warehouse robot" }).count()).toBe(1);
  await checkPage(visit, "tokens");

  await page.getByRole("link", { name: "Warehouse robot" }).click();
  expect(await page.getByLabel("Last day").inputValue()).toBe("2099-12-31");
  await page.getByLabel("Name").fill("Warehouse");
  await page.getByLabel("See tickets").check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("API token updated.").waitFor();
  expect(await fetchStatus(setup, secret, "/tickets")).toBe(200);

  const question = acceptNextDialog(visit);
  await page.getByRole("button", { name: "Rotate token" }).click();
  const renewed = await copyFromPage(visit, "Copy token");
  expect(question).toEqual(["Rotate this token? The new one is shown once."]);
  // The form's default lets the previous token work for another day.
  expect([await fetchStatus(setup, secret, "/orders"), await fetchStatus(setup, renewed, "/orders")]).toEqual([200, 200]);
  await page.getByRole("link", { name: "View token" }).click();
  acceptNextDialog(visit);
  await page.getByRole("button", { name: "Rotate token" }).click();
  await page.getByText("was rotated recently").waitFor();
  await checkPage(visit, "token rotating");
  visit.complaints.length = 0;
  acceptNextDialog(visit);
  await page.getByRole("button", { name: "Revoke token" }).click();
  await page.getByText("Revoked. Requests that use it").waitFor();
  expect([await fetchStatus(setup, secret, "/orders"), await fetchStatus(setup, renewed, "/orders")]).toEqual([401, 401]);
}

export function settingsSuite(setup: () => ConsoleSetup): void {
  describe("settings", () => {
    it("an API token is created, used, changed, rotated and revoked, with entries in the audit log", async () => {
      const shop = await createShop(setup(), "Tokens");
      await using visit = await openConsole(setup(), shop);
      await checkTokenLifecycle(setup(), shop, visit);
      const { page } = visit;
      await visit.open("/settings/audit-log");
      const entries = await page.locator("tbody tr td:first-child").allTextContents();
      expect(entries.slice(0, 4)).toEqual([
        "Revoked the API token Warehouse",
        "Rotated the API token Warehouse",
        "Changed the API token Warehouse",
        "Created the API token Warehouse robot",
      ]);
      await checkPage(visit, "audit log");
      // The page's own entry among the sections is in view, although they are longer than the screen.
      await page.setViewportSize({ width: 1440, height: 700 });
      await page.reload();
      const hiddenHeight = await page.locator(".wide nav [aria-current]").evaluate((entry) => {
        const [own, list] = [entry.getBoundingClientRect(), entry.closest("nav")?.getBoundingClientRect() ?? new DOMRect()];
        return Math.max(list.top - own.top, own.bottom - list.bottom);
      });
      // A list scrolls by whole pixels.
      expect(hiddenHeight).toBeLessThan(1);
      expect(visit.complaints).toEqual([]);
    });

    it("an API key is created without any script", async () => {
      const shop = await createShop(setup(), "Keys", ["admin"]);
      await using visit = await openConsole(setup(), shop, "admin", { javaScriptEnabled: false });
      const { page } = visit;
      await visit.open("/settings/api-keys");
      await page.getByRole("link", { name: "Create API key" }).click();
      await page.getByRole("link", { name: "All scopes" }).click();
      await page.getByLabel("Name").fill("Bookkeeping");
      await page.getByRole("button", { name: "Create API key" }).click();
      expect(await page.getByRole("button", { name: "Copy key" }).count()).toBe(0);
      const secret = (await page.locator("#secret").textContent()) ?? "";
      const response = await fetch(`${setup().worker.url}/me`, { headers: { "x-api-key": secret } });
      expect(response.status).toBe(200);
      expect(visit.complaints).toEqual([]);
    });

    it("a member is added, chooses a password by a link, gets another role and is removed", async () => {
      const shop = await createShop(setup(), "People");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      const email = `new-${shop.id}@example.com`;
      await inviteMember(visit, email, "viewer");
      const link = await copyFromPage(visit, "Copy link");
      await page.getByRole("link", { name: "View members" }).click();
      await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
      await page.getByRole("button", { name: `Create new link for ${email}` }).waitFor();
      await page
        .getByRole("row", { name: new RegExp(shop.emailOf("owner")) })
        .getByText("Just now")
        .waitFor();
      await checkPage(visit, "members");

      await using other = await openBrowser(setup());
      await other.page.goto(link);
      await other.page.getByLabel("New password").fill(PASSWORD);
      await other.page.getByLabel("Repeat password").fill(PASSWORD);
      await other.page.getByRole("button", { name: "Create account and join" }).click();
      await other.page.waitForURL(`**/console/${shop.id}/home`);
      // Nothing of the settings is for a viewer.
      expect(await other.page.getByText("All settings").count()).toBe(0);

      await visit.open("/settings/members");
      await page.getByRole("link", { name: email }).click();
      await page.getByRole("heading", { name: email }).waitFor();
      await checkPage(visit, "member");
      await page.getByLabel("Role").selectOption("admin");
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Access of the member updated.").waitFor();
      await other.page.reload();
      await other.page.getByText("All settings").and(other.page.locator(":visible")).click();
      await other.page.getByRole("link", { name: "Members" }).click();
      await other.page.getByRole("link", { name: shop.emailOf("owner") }).click();
      await other.page.getByText("Only an owner can change or remove an owner.").waitFor();
      expect(await other.page.getByRole("button", { name: "Remove member" }).count()).toBe(0);

      acceptNextDialog(visit);
      await page.getByRole("button", { name: "Remove member" }).click();
      await page.getByText("Removed.").waitFor();
      expect(other.complaints).toEqual([]);
      // A person without an organization is signed out.
      await other.page.reload();
      await other.page.waitForURL("**/console/sign-in?**");
      expect(visit.complaints).toEqual([]);
    });

    it("the organization gets another name, time zone and currency, and the setting that orders follow their items is turned off", async () => {
      const shop = await createShop(setup(), "Before");
      await using visit = await openConsole(setup(), shop);
      const { page } = visit;
      await visit.open("/settings/organization");
      await page.getByLabel("Timezone").selectOption("America/New_York");
      await page.getByLabel("Currency").selectOption("EUR");
      await page.getByLabel("Name").fill("After");
      await page.getByLabel("An order's status follows its items").uncheck();
      await page.getByRole("button", { name: "Save" }).click();
      await page.getByText("Settings of the organization updated.").waitFor();
      await checkPage(visit, "organization");
      expect({
        timezone: await page.getByLabel("Timezone").inputValue(),
        currency: await page.getByLabel("Currency").inputValue(),
        followsItems: await page.getByLabel("An order's status follows its items").isChecked(),
      }).toEqual({ timezone: "America/New_York", currency: "EUR", followsItems: false });
      expect(await page.getByRole("link", { name: "After" }).count()).toBeGreaterThan(0);
      expect(visit.complaints).toEqual([]);
    });
  });
}
