import { expect, it } from "vitest";
import { asOperator, createCredential, rows, v2As } from "../../kit/client";
import { createMember, type Visitor } from "./kit";

/** The first steps of an organization (docs/spec/console.md#first-steps). */

const STEPS = ["Add a store", "Connect a shop or import orders", "Enter product costs", "Invite a member"];

/** The steps on the home page by whether they are ticked, both empty if the page has none, and whether it has the figures. */
async function readSteps(visitor: Visitor) {
  const { status, text } = await visitor.open("/home");
  expect(status).toBe(200);
  const [, list] = /class="panel first-steps">.*?<ol>(.*?)<\/ol>/s.exec(text) ?? [];
  const steps = [...(list ?? "").matchAll(/<li( class="done")?>.*?<h3>([^<]+)/gs)].map(([, done, title]) => ({
    title,
    isDone: done !== undefined,
  }));
  return {
    open: steps.filter(({ isDone }) => !isDone).map(({ title }) => title),
    done: steps.filter(({ isDone }) => isDone).map(({ title }) => title),
    hasFigures: text.includes('class="tasks"'),
  };
}

async function anEmptyOrganization() {
  const { id } = await asOperator("/organizations", { name: "New", currency: "USD", timezone: "UTC" });
  return { id: id as number, v2: v2As(await createCredential(id, "api_token")) };
}

it(
  "an organization without orders shows its first steps instead of zeros, each ticked from what is stored, until all are done",
  { tags: "long" },
  async () => {
    const { id, v2 } = await anEmptyOrganization();
    const owner = await createMember(id, "owner");
    expect(await readSteps(owner)).toEqual({ open: STEPS, done: [], hasFigures: false });
    await owner.send("/stores", { name: "Gift shop", platform: "etsy" });
    expect(await readSteps(owner)).toEqual({ open: STEPS.slice(1), done: STEPS.slice(0, 1), hasFigures: false });
    await owner.send("/products", { title: "Mug", price: "5" });
    expect((await readSteps(owner)).open).toContain("Enter product costs");
    await owner.send("/products", { title: "Bowl", price: "5", cost: "2" });
    await owner.send("/settings/members", { email: `invited-${id}@example.com`, role: "viewer" });
    expect(await readSteps(owner)).toEqual({ open: [STEPS[1]], done: [STEPS[0], STEPS[2], STEPS[3]], hasFigures: false });
    await v2("/orders", { body: { store: "Gift shop", items: [{ name: "Mug", price: 5 }] } });
    expect(await readSteps(owner)).toEqual({ open: [], done: [], hasFigures: true });
  },
);

it("a connection is enough, steps that are left are above the figures, and an invitation that has ended ticks nothing", async () => {
  const { id, v2 } = await anEmptyOrganization();
  const owner = await createMember(id, "owner");
  await v2("/stores", { body: { name: "Gift shop", code: "gift", platform: "woocommerce" } });
  expect((await v2("/connections", { body: { platform: "woocommerce", store: "gift" } })).status).toBe(201);
  await owner.send("/settings/members", { email: `invited-${id}@example.com`, role: "viewer" });
  await rows("update member_invitations set expires_at = 1 where organization_id = ?", id);
  expect(await readSteps(owner)).toEqual({ open: STEPS.slice(2), done: STEPS.slice(0, 2), hasFigures: false });
  await v2("/orders", { body: { store: "gift", items: [{ name: "Mug", price: 5 }] } });
  expect(await readSteps(owner)).toEqual({ open: STEPS.slice(2), done: STEPS.slice(0, 2), hasFigures: true });
  const { text } = await owner.open("/home");
  expect(text.indexOf('class="panel first-steps"')).toBeLessThan(text.indexOf('class="tasks"'));
});

it("a person sees the steps that they may take, and hides them for themselves", async () => {
  const { id } = await anEmptyOrganization();
  const [owner, member, viewer] = [await createMember(id, "owner"), await createMember(id, "member"), await createMember(id, "viewer")];
  expect((await readSteps(member)).open).toEqual(STEPS.slice(0, 3));
  const page = (await member.open("/home")).text;
  expect([page.includes(`/console/${id}/import"`), page.includes("Connect a shop</a>")]).toEqual([true, false]);
  expect(await readSteps(viewer)).toMatchObject({ open: [], done: [] });
  const hidden = await member.send("/first-steps/hide", {});
  expect({ status: hidden.status, location: hidden.location }).toEqual({ status: 303, location: `/console/${id}/home?done=steps_hidden` });
  expect(await readSteps(member)).toEqual({ open: [], done: [], hasFigures: true });
  expect((await readSteps(owner)).open).toEqual(STEPS.slice(0, 3));
});
