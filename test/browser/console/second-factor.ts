import { describe, expect, it } from "vitest";
import { appCode } from "../../kit/authenticator.ts";
import { createShop, checkPage, PASSWORD, type Visit, openBrowser, type ConsoleSetup } from "./kit.ts";

const HOUR_MS = 3_600_000;

/** Enters the email address and the password. */
async function enterPassword({ page }: Visit, email: string): Promise<void> {
  await page.getByLabel("Email address").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in" }).click();
}

/** Makes the sessions of a person this much older, as if time had passed. */
async function ageSessions({ worker }: ConsoleSetup, email: string, ms: number): Promise<void> {
  await worker.directoryRows(
    "update sessions set used_at = used_at - ?, created_at = created_at - ? where user_id = (select id from users where email = ?)",
    ms,
    ms,
    email,
  );
}

/** Forgets that the current code of a person's app was used, because the test may have used it in the same half minute. Returns the code. */
async function makeCodeUnused({ worker, now }: ConsoleSetup, email: string, key: string): Promise<string> {
  await worker.directoryRows("update second_factors set last_step = 0 where user_id = (select id from users where email = ?)", email);
  return await appCode(key, now());
}

export function secondFactorSuite(setup: () => ConsoleSetup): void {
  describe("a second factor", () => {
    it("is turned on with the key that can be entered instead of the QR code, asked for when signing in, replaced by a recovery code, and turned off", async () => {
      const shop = await createShop(setup(), "Two steps", ["owner"], { ownPeople: true });
      const email = shop.emailOf("owner");
      await using visit = await openBrowser(setup());
      const { page, complaints } = visit;
      await visit.openPath("/console/account");
      await enterPassword(visit, email);
      await page.getByRole("heading", { name: "Your account" }).waitFor();
      await page.getByLabel("Your name").fill("Ann Lee");
      await page.getByRole("button", { name: "Save name" }).click();
      await page.getByText("Name saved.").waitFor();
      await checkPage(visit, "account second factor off");

      await page.locator("#second-factor").getByLabel("Current password").fill("not my password");
      await page.getByRole("button", { name: "Set up second factor" }).click();
      await page.locator("#second-factor").getByText("This is not your current password.").waitFor();
      await checkPage(visit, "account rejected");
      expect(complaints.splice(0).filter((complaint) => !complaint.includes("400"))).toEqual([]);
      await page.locator("#second-factor").getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set up second factor" }).click();
      await page.getByRole("img", { name: "QR code with the key for your authenticator app" }).waitFor();
      await checkPage(visit, "second factor setup");
      await page.getByText("Enter a key instead").click();
      const key = (await page.locator("#totp-key").textContent()) ?? "";
      const used = await appCode(key, setup().now());
      await page.getByLabel("Code", { exact: true }).fill(used);
      await page.getByRole("button", { name: "Turn on second factor" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      const codes = ((await page.locator("#recovery-codes").textContent()) ?? "").split("\n");
      expect(codes).toHaveLength(10);
      await checkPage(visit, "recovery codes");
      await page.getByRole("link", { name: "Done" }).click();
      await page.getByText("10 recovery codes are left.").waitFor();
      await page.getByText("Turn off, or create new recovery codes").click();
      await checkPage(visit, "account second factor on");
      await page.getByRole("button", { name: "Sign out", exact: true }).click();

      // The code of the setup was used.
      await enterPassword(visit, email);
      await page.getByRole("heading", { name: "Enter your code" }).waitFor();
      await checkPage(visit, "second step");
      await page.getByLabel("Code from your app").fill(used);
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByText("This code is wrong").waitFor();
      await checkPage(visit, "second step rejected");
      expect(complaints.splice(0).filter((complaint) => !complaint.includes("401"))).toEqual([]);
      await page.getByLabel("Code from your app").fill(await makeCodeUnused(setup(), email, key));
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`**/console/${shop.id}/home`);
      expect(await page.getByRole("link", { name: "Ann Lee" }).count()).toBeGreaterThan(0);
      await page.goto(`${setup().worker.url}/console/${shop.id}/settings/members`);
      await page.getByRole("cell", { name: "Ann Lee" }).getByText(email).waitFor();
      await checkPage(visit, "members with names");

      await page.getByRole("button", { name: "Sign out" }).click();
      await enterPassword(visit, email);
      await page.getByText("Use a recovery code").click();
      await page.getByLabel("Recovery code").fill(codes[0] ?? "");
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.waitForURL(`**/console/${shop.id}/home`);
      await page.goto(`${setup().worker.url}/console/account`);
      await page.getByText("9 recovery codes are left.").waitFor();
      await page.getByText("Turn off, or create new recovery codes").click();
      await page.locator("#second-factor").getByLabel("Current password").fill(PASSWORD);
      await page
        .locator("#second-factor")
        .getByLabel("Code")
        .fill(codes[1] ?? "");
      await page.getByRole("button", { name: "Turn off second factor" }).click();
      await page.getByText("The second factor is off.").waitFor();
      expect(complaints).toEqual([]);
    });

    it("is asked for in place, by a form that was sent without a session, and what was typed is sent afterwards", async () => {
      const shop = await createShop(setup(), "In place", ["owner"], { ownPeople: true });
      const email = shop.emailOf("owner");
      await using visit = await openBrowser(setup());
      const { page, complaints } = visit;
      await visit.openPath("/console/account");
      await enterPassword(visit, email);
      await page.locator("#second-factor").getByLabel("Current password").fill(PASSWORD);
      await page.getByRole("button", { name: "Set up second factor" }).click();
      const key = (await page.locator("#totp-key").textContent()) ?? "";
      await page.getByLabel("Code", { exact: true }).fill(await appCode(key, setup().now()));
      await page.getByRole("button", { name: "Turn on second factor" }).click();
      await page.getByRole("heading", { name: "Your recovery codes" }).waitFor();
      await page.goto(`${setup().worker.url}/console/${shop.id}/tickets/new`);
      await page.getByLabel("Subject").fill("Typed before the session ended");
      await page.getByLabel("Message").fill("A long message.");
      await ageSessions(setup(), email, 12 * HOUR_MS);
      await page.getByRole("button", { name: "Create ticket" }).click();
      await page.getByText("Nothing is saved yet.").waitFor();
      await enterPassword(visit, email);
      await page.getByLabel("Code from your app").fill(await makeCodeUnused(setup(), email, key));
      await page.getByRole("button", { name: "Sign in" }).click();
      await page.getByRole("button", { name: "Send again" }).click();
      await page.getByText("Typed before the session ended").first().waitFor();
      expect(complaints.filter((complaint) => !complaint.includes("401"))).toEqual([]);
    });
  });

  describe("a session", () => {
    it("goes on while it is used, longer than 12 hours after the sign-in, and ends 12 hours after the last use", async () => {
      const shop = await createShop(setup(), "All day", ["owner"], { ownPeople: true });
      const email = shop.emailOf("owner");
      await using visit = await openBrowser(setup());
      const { page } = visit;
      await visit.openPath(`/console/${shop.id}/orders`);
      await enterPassword(visit, email);
      await page.waitForURL(`**/console/${shop.id}/orders`);
      for (let use = 0; use < 3; use += 1) {
        await ageSessions(setup(), email, 11 * HOUR_MS);
        await visit.openPath(`/console/${shop.id}/orders`);
        await page.getByRole("heading", { name: "Orders", level: 1 }).waitFor();
        // The use is recorded after the response.
        const left = "select 1 from sessions where user_id = (select id from users where email = ?) and used_at < ?";
        await expect
          .poll(async () => await setup().worker.directoryRows(left, email, setup().now() - HOUR_MS), { timeout: 30_000 })
          .toEqual([]);
      }
      await ageSessions(setup(), email, 12 * HOUR_MS);
      await visit.openPath(`/console/${shop.id}/orders`);
      await page.waitForURL("**/console/sign-in?to=*");
      expect(visit.complaints).toEqual([]);
    });
  });
}
