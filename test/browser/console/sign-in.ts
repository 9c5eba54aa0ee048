import { describe, expect, it } from "vitest";
import { createShop, checkPage, PASSWORD, openConsole, openBrowser, type ConsoleSetup } from "./kit.ts";

export function signInSuite(setup: () => ConsoleSetup): void {
  describe("signing in", () => {
    it("asks for a password, redirects to the requested page, and ends with signing out", async () => {
      const shop = await createShop(setup(), "North & South <b>Ltd</b>", ["owner"], { ownPeople: true });
      await using visit = await openBrowser(setup());
      const { page, complaints } = visit;
      await visit.openPath(`/console/${shop.id}/stores?page=1`);
      await checkPage(visit, "sign-in");
      await page.getByLabel("Email address").fill(shop.emailOf("owner"));
      await page.getByLabel("Password").fill("not my password");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("alert").waitFor();
      expect(await page.getByRole("alert").textContent()).toBe("Incorrect email or password.");
      // A wrong password returns 401, which the browser reports.
      expect(complaints.splice(0).filter((complaint) => !complaint.includes("401"))).toEqual([]);
      await page.getByLabel("Password").fill(PASSWORD);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`**/console/${shop.id}/stores?page=1`);
      expect(await page.getByText("North & South <b>Ltd</b>").count()).toBeGreaterThan(0);
      await page.getByRole("button", { name: "Sign out" }).click();
      await page.waitForURL("**/console/sign-in");
      await visit.openPath(`/console/${shop.id}/stores`);
      await page.waitForURL("**/console/sign-in?to=*");
      expect(complaints).toEqual([]);
    });
  });

  describe("the pages of the console", () => {
    it("have Sign out and Sign out everywhere else at least 8 px apart on that of the account", async () => {
      const shop = await createShop(setup(), "Account", ["owner"], { ownPeople: true });
      await using visit = await openConsole(setup(), shop);
      await visit.page.goto(`${setup().worker.url}/console/account`);
      await checkPage(visit, "account");
      const boxes = ["Sign out everywhere else", "Sign out"].map((name) =>
        visit.page.getByRole("button", { name, exact: true }).boundingBox(),
      );
      const [end, out] = await Promise.all(boxes);
      const between = Math.max((out?.x ?? 0) - (end?.x ?? 0) - (end?.width ?? 0), (out?.y ?? 0) - (end?.y ?? 0) - (end?.height ?? 0));
      expect(between).toBeGreaterThanOrEqual(8);
      await visit.page.goto(`${setup().worker.url}/console/organizations`);
      await checkPage(visit, "organizations");
      expect(visit.complaints).toEqual([]);
    });

    it("have touch targets that are at least 24 px high on a phone", async () => {
      const shop = await createShop(setup(), "Fingers", ["owner"], { ownPeople: true });
      await shop.v2("/orders", { store: "gift", items: [{ name: "Mug", price: 1 }] });
      await using visit = await openConsole(setup(), shop);
      await visit.page.setViewportSize({ width: 390, height: 844 });
      for (const path of ["/orders", "/attention", "/settings/api-tokens/new", "/webhooks/new", "/tickets"]) {
        await visit.open(path);
        const targets = visit.page.locator("main :is(a, summary, button, input:not([type=hidden]), select, textarea):visible");
        const low = await targets.evaluateAll((all) =>
          all.filter((one) => one.getBoundingClientRect().height < 24).map((one) => one.outerHTML),
        );
        expect(low, path).toEqual([]);
        expect(await targets.count(), path).toBeGreaterThan(2);
      }
      expect(visit.complaints).toEqual([]);
    });
  });
}
