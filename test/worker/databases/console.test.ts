import { beforeAll, expect, it } from "vitest";
import { createShop, rows, type Shop } from "../../kit/client";
import { createMember, tokenIn, type Visitor } from "../console/kit";
import { inDatabase } from "./in-database";

/** The console of an organization whose rows are in another database than the directory. */

let shop: Shop;
let owner: Visitor;
beforeAll(async () => {
  shop = await createShop({ database: 1 });
  owner = await createMember(shop.id, "owner");
});

it("a form about control data that is sent twice has one effect, and the second response redirects", async () => {
  const form_token = tokenIn(await owner.open("/settings/api-tokens"));
  const form = { form_token, name: "Robot", scopes: "orders:read", expires_on: "", rate_limit: "", daily_quota: "", allowed_ips: "" };
  const [first, second] = [await owner.send("/settings/api-tokens", form), await owner.send("/settings/api-tokens", form)];
  expect({ firstStatus: first.status, secondStatus: second.status }).toEqual({ firstStatus: 200, secondStatus: 303 });
  expect(await rows("select name from credentials where organization_id = ? and name = 'Robot'", shop.id)).toHaveLength(1);
});

it("a form about the organization's own data that is sent twice has one effect", async () => {
  const form_token = tokenIn(await owner.open("/stores"));
  const form = { form_token, name: "Outlet", code: "", platform: "custom", type: "", currency: "USD" };
  for (let n = 0; n < 2; n += 1) expect((await owner.send("/stores", form)).status).toBe(303);
  expect(await inDatabase(1, "select 1 from stores where organization_id = ? and name = 'Outlet'", shop.id)).toHaveLength(1);
});

it("the audit log has the changes of both databases by time, page by page", async () => {
  const own = await createShop({ database: 1 });
  const person = await createMember(own.id, "owner");
  const insertEntry = (database: number, at: number) =>
    inDatabase(
      database,
      `insert into audit_log (organization_id, at, actor_kind, actor_name, action, target_id, target_name, details)
       values (?, ?, 'operator', 'Operator', 'organization.updated', '1', 'entry ' || ?, '{}')`,
      own.id,
      Date.now() + at,
      String(at),
    );
  for (let at = 1; at <= 60; at += 1) await insertEntry(at % 3 === 0 ? 1 : 0, at);
  const namesIn = (text: string) => [...text.matchAll(/<strong>entry (\d+)</g)].map(([, number]) => Number(number));
  const first = await person.open("/settings/audit-log");
  const next = /href="([^"]+after=[\d-]+)"/.exec(first.text)?.[1] ?? "";
  expect(namesIn(first.text)).toHaveLength(50);
  const second = await person.open(next.replace(`/console/${own.id}`, ""));
  expect([...namesIn(first.text), ...namesIn(second.text)]).toEqual(Array.from({ length: 60 }, (_, n) => 60 - n));
});
