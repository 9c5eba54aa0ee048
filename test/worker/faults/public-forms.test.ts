import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { PUBLIC_SITES } from "../../../src/entrypoints/public/sites";
import { rows, type Shop } from "../../kit/client";
import { everythingOf } from "../../kit/rows-of-organization";
import { shareOf } from "../../kit/share";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { type PublicResponse, visit } from "../public/kit";
import { envUnder, type Plan } from "./crossings";
import { type MovingClock, movingClock } from "./moving-clock";
import { injectAt, withoutFaults, beforeCall } from "./outages";
import { type OpenedForm, PUBLIC_FORMS } from "./public-forms";
import { totalsOf } from "./route-fixture";
import { sampleOf } from "./some";
import { writeFaults } from "./write-faults";

/** Every form behind a link, under every fault of a write, and with a link that ends while the form is carried out. */

let clock: MovingClock;
beforeAll(() => {
  clock = movingClock();
  captureEnqueued();
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  vi.spyOn(console, "log").mockImplementation(() => undefined);
});
afterEach(() => clock.reset());
afterAll(() => {
  vi.restoreAllMocks();
});

/** Sends a form of which the page was shown just before. */
const sendForm = async ({ path, fields, file }: OpenedForm, plan: Plan): Promise<PublicResponse> =>
  await visit(path, { form: fields, file, bindings: envUnder(plan) });

/** Everything of an organization except its links, which are used and revoked here. */
async function dataOf(shop: Shop): Promise<unknown> {
  const tables = (await everythingOf(shop.id)) as [string, unknown][];
  return tables.filter(([table]) => table !== "links");
}

// A form has no key: its operation is recognized by its token. So there is nothing to admit, hold or settle.
const faults = () => writeFaults(clock, async () => undefined).filter(({ name }) => !/admission|object|settle/.test(name));

it("every form of a public page is tried", () => {
  const forms = PUBLIC_SITES.flatMap(({ purpose, actions }) => actions.map(({ path }) => `${purpose} ${path}`));
  expect(Object.keys(PUBLIC_FORMS).toSorted()).toEqual(forms.toSorted());
});

describe.each(shareOf(Object.entries(PUBLIC_FORMS)))("%s", (name, open) => {
  it("is carried out once and completely under any fault, if it is sent again", { tags: "long" }, async () => {
    const ordinary = await open();
    const before = await dataOf(ordinary.shop);
    const done = await sendForm(ordinary, withoutFaults);
    expect(done.status, done.text).toBe(303);
    expect(await dataOf(ordinary.shop)).not.toEqual(before);
    const once = await totalsOf(ordinary.shop);
    const twice = await sendForm(ordinary, withoutFaults);
    expect({ status: twice.status, totals: await totalsOf(ordinary.shop) }).toEqual({ status: 303, totals: once });
    for (const fault of sampleOf(name, faults(), 2)) {
      const form = await open();
      const unchanged = await dataOf(form.shop);
      const counted = fault.plan();
      const first = await sendForm(form, counted.plan);
      const wasInjected = counted.faultCount() > 0;
      expect({ fault: fault.name, status: first.status }).toEqual({
        fault: fault.name,
        status: wasInjected && fault.status !== "success" ? fault.status : 303,
      });
      if (wasInjected && !fault.written) expect(await dataOf(form.shop), fault.name).toEqual(unchanged);
      else expect(await totalsOf(form.shop), fault.name).toEqual(once);
      const again = await sendForm(form, counted.retry ?? withoutFaults);
      await counted.arrive?.();
      expect({ fault: fault.name, status: again.status, totals: await totalsOf(form.shop) }).toEqual({
        fault: fault.name,
        status: 303,
        totals: once,
      });
      clock.reset();
    }
  });

  it.each([
    ["is revoked", "revoked_at = 1"],
    ["expires", "expires_at = 1"],
  ])("changes nothing if its link %s between the read and the commit", async (_, end) => {
    const form = await open();
    const before = await dataOf(form.shop);
    const between = injectAt(
      ["d1.write"],
      beforeCall(async () => await rows(`update links set ${end} where organization_id = ?`, form.shop.id)),
      1,
    );
    const response = await sendForm(form, between.plan);
    expect({ faultCount: between.faultCount(), status: response.status }).toEqual({ faultCount: 1, status: 410 });
    expect(await dataOf(form.shop)).toEqual(before);
  });
});
