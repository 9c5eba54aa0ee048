import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { sharedWorker } from "../server/built-worker.ts";
import { openShop } from "../server/shop.ts";
import { OPERATOR_TOKEN, temporaryFolder } from "../server/worker.ts";
import { copySlice, runImporter } from "./run-import.ts";

/** Signs in a person who may see an organization, and opens its pages. */
async function signInAndOpen(url: string, organizationId: number): Promise<(page: string) => Promise<string>> {
  const person = { email: `${randomUUID()}@example.com`, password: "a sentence is a good password" };
  const added = await fetch(`${url}/operator/organizations/${organizationId}/members`, {
    method: "POST",
    headers: { Authorization: `Bearer ${OPERATOR_TOKEN}`, "Content-Type": "application/json" },
    body: JSON.stringify({ ...person, role: "viewer" }),
  });
  expect(added.status).toBe(201);
  const signedIn = await fetch(`${url}/console/sign-in`, {
    method: "POST",
    redirect: "manual",
    headers: { Origin: url },
    body: new URLSearchParams(person),
  });
  const cookie = signedIn.headers
    .getSetCookie()
    .map((text) => text.split(";")[0])
    .join("; ");
  return async (page) => await (await fetch(`${url}/console/${organizationId}${page}`, { headers: { Cookie: cookie } })).text();
}

it("an import of orders that were delivered long ago leaves no missing SKU or design", async () => {
  const { url } = await sharedWorker();
  using folder = temporaryFolder();
  const shop = await openShop(url);
  const file = copySlice(folder.path);
  const args = [file, "--format", "online-retail", "--store", "gift", "--url", url, "--token", shop.token];
  expect((await runImporter(folder.path, args)).stdout).toMatch(/^orders +52 created, .* 0 failed$/m);
  const open = await signInAndOpen(url, shop.id);
  const counts = [...(await open("/attention")).matchAll(/class="count">([\d,]+)</g)].map(([, count]) => count);
  const { total } = (await shop.v1("/orderItems?missingCost=true&page_size=1")).body.meta.pagination;
  // All 668 items except the 32 of cancelled invoices.
  expect(total).toBe(636);
  // SKUs, design files and costs. Reports need the costs of delivered items too.
  expect(counts).toEqual(["0", "0", String(total)]);
  expect((await open("/attention/design")).includes("Nothing to do")).toBe(true);
});
