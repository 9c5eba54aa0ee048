import { createExecutionContext } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, expect, it, vi } from "vitest";
import { app } from "../../../src/entrypoints/app";
import { databaseOf } from "../../../src/platform/db/database";
import { runJobs } from "../../../src/entrypoints/jobs";
import { GRACE_MS, removeDeleted } from "../../../src/tenants/lifecycle/deletion";
import { LATE_WRITES_MS, OLD_COPY_MS } from "../../../src/tenants/move/move.sql";
import { bindingOf } from "../../../src/platform/db/binding";
import { createShop, rowsOf } from "../../kit/client";
import { operate } from "../access/kit";
import { createMember, browse, tokenIn, type Visitor } from "../console/kit";
import { brokenDatabase } from "../databases/stand-ins";
import { aFullShop, responsesOf, indexedIn, interruptibleBindings, move, rowsIn } from "../move/kit";
import { accessOf, anEmptyOrganization, leftovers } from "./kit";

/** Deletion of an organization (docs/spec/operator.md#deletion). */

const nameOf = async (id: number) => String((await operate("GET", `${id}/export`)).body.organization.name);
const remove = async (id: number, name?: string) => await operate("POST", `${id}/deletion`, { name: name ?? (await nameOf(id)) });
/** The cron trigger that runs the removals (src/entrypoints/jobs.ts). */
const REMOVALS_CRON = "1-59/3 * * * *";
const afterGrace = () => Date.now() + GRACE_MS + 1000;

describe("a deleted organization", () => {
  it("gives no access, and is unchanged once the deletion is undone", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const owner = await createMember(shop.id, "owner");
    const idempotent = { headers: { "Idempotency-Key": "before-the-deletion" }, body: { category: "rent", amount: 1, date: "2026-01-31" } };
    const first = await shop.v1("/expenses", idempotent);
    const responses = await responsesOf(shop);
    const { status, body } = await remove(shop.id);
    expect({ status, grace: Date.parse(body.removed_after) - Date.parse(body.deleted_at) }).toEqual({ status: 201, grace: GRACE_MS });
    expect((await remove(shop.id)).body).toEqual(body);
    expect((await operate("GET", `${shop.id}/deletion`)).body).toEqual(body);
    expect([await accessOf(shop.token.secret), await accessOf(shop.key.secret)]).toEqual([401, 401]);
    expect((await owner.open("/orders")).status).toBe(404);

    expect((await operate("DELETE", `${shop.id}/deletion`)).body).toMatchObject({ id: shop.id });
    expect((await operate("GET", `${shop.id}/deletion`)).status).toBe(404);
    expect((await operate("DELETE", `${shop.id}/deletion`)).body.error.details[0].code).toBe("not_deleted");
    expect((await shop.v1("/expenses", idempotent)).body.data).toEqual(first.body.data);
    expect(await responsesOf(shop)).toEqual(responses);
    expect(await rowsOf(shop, "select 1 from halted_organizations where organization_id = ?", shop.id)).toEqual([]);
  });

  it("keeps its data for 30 days", { tags: "long" }, async () => {
    const shop = await aFullShop();
    const before = await rowsIn(0, shop.id);
    await remove(shop.id);
    await removeDeleted(env, Date.now() + 30 * 86_400_000 - 60_000);
    // The audit log has an entry of the deletion.
    expect({ ...(await rowsIn(0, shop.id)), audit_log: [] }).toEqual({ ...before, audit_log: [] });
  });

  it("leaves nothing in any database or Durable Object after that, and no other organization is changed", { tags: "long" }, async () => {
    const word = "zqleft";
    const [shop, other] = [await aFullShop(word), await aFullShop()];
    const [alone, shared] = [await createMember(shop.id, "owner"), await createMember(shop.id, "viewer")];
    const member = {
      email: String((await env.DB.prepare("select email from users where id = ?").bind(shared.id).first())?.["email"]),
      role: "viewer",
    };
    expect((await operate("POST", `${other.id}/members`, member)).status).toBe(201);
    // After a move, its rows have been in two databases.
    expect(await move(shop.id)).toBe("moved");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + LATE_WRITES_MS + 1000 });
    expect(await move(shop.id)).toBe("settled");
    vi.setSystemTime(Date.now() + OLD_COPY_MS + 1000);
    expect(await move(shop.id)).toBe("done");
    vi.useRealTimers();
    const [before, words] = [await rowsIn(0, other.id), await indexedIn(0, other.id)];
    expect(await leftovers(shop, word)).toEqual(expect.arrayContaining(["0:credentials", "0:moves", "1:orders", "1:order_words", "gate"]));
    await remove(shop.id);
    await removeDeleted(env, afterGrace());
    expect(await leftovers(shop, word)).toEqual([]);
    expect({ rows: await rowsIn(0, other.id), indexed: await indexedIn(0, other.id) }).toEqual({ rows: before, indexed: words });
    const { results } = await env.DB.prepare("select id from users where id in (?, ?)").bind(alone.id, shared.id).all();
    expect(results).toEqual([{ id: shared.id }]);
    for (const path of ["export", "deletion", "credentials", "move"]) expect((await operate("GET", `${shop.id}/${path}`)).status).toBe(404);
    expect(await accessOf(shop.token.secret)).toBe(401);
  });

  it("leaves nothing if each run is stopped at any of its steps", { tags: "long", timeout: 600_000 }, async () => {
    const word = "zqcut";
    const shop = await aFullShop(word);
    await remove(shop.id);
    for (let stopsAt = 1; (await env.DB.prepare("select 1 from organizations where id = ?").bind(shop.id).first()) !== null; stopsAt += 1) {
      const stop = async (batch: number, when: string) => {
        // Later batches fail too, because nothing continues after a stop. Whether it is before or after a batch alternates.
        if (batch >= stopsAt && when === (stopsAt % 2 === 0 ? "before" : "after")) throw new Error("stopped");
      };
      await runJobs(interruptibleBindings(stop), REMOVALS_CRON, afterGrace());
    }
    expect(await leftovers(shop, word)).toEqual([]);
  });

  it("is removed later if a database is unavailable, wherever its rows are", async () => {
    const [inIt, elsewhere] = [await createShop({ database: 1 }), await createShop({ database: 0 })];
    for (const { id } of [inIt, elsewhere]) await remove(id);
    const remaining = async () =>
      (await env.DB.prepare("select id from organizations where id in (?, ?) order by id").bind(inIt.id, elsewhere.id).all()).results.map(
        ({ id }) => id,
      );
    await removeDeleted({ ...env, [bindingOf(1)]: brokenDatabase() }, afterGrace());
    // A removal deletes rows in every database, because a move leaves some behind.
    expect(await remaining()).toEqual([inIt.id, elsewhere.id]);
    await removeDeleted(env, afterGrace());
    expect(await remaining()).toEqual([]);
  });
});

describe("a deletion", () => {
  it("requires the organization's name", async () => {
    const shop = await createShop();
    const { status, body } = await remove(shop.id, "another");
    expect([status, body.error.details[0]]).toMatchObject([400, { path: "name", code: "not_confirmed" }]);
    expect(await accessOf(shop.token.secret)).toBe(200);
  });

  it("and its undoing are completed by a second request if the first is stopped at any step", { tags: "long" }, async () => {
    const shop = await createShop({ database: 1 });
    const name = await nameOf(shop.id);
    const request = async (bindings: typeof env, method: "POST" | "DELETE") => {
      const body = method === "POST" ? { body: JSON.stringify({ name }) } : {};
      const headers = { Authorization: `Bearer ${env.OPERATOR_TOKEN}`, "Content-Type": "application/json" };
      const url = `https://api.example.com/operator/organizations/${shop.id}/deletion`;
      return (await app.fetch(new Request(url, { method, headers, ...body }), bindings, createExecutionContext())).status;
    };
    const halted = async () =>
      (await databaseOf(env, { database: 1 }).prepare("select 1 from halted_organizations where organization_id = ?").bind(shop.id).all())
        .results.length;
    // A deletion has six batches, and its undoing has three. No method has the seventh.
    let stopped = 0;
    for (const [stopsAt, when] of [1, 2, 3, 4, 5, 6, 7].flatMap((batch) => [[batch, "before"] as const, [batch, "after"] as const])) {
      const stop = async (batch: number, at: string) => {
        // The service repeats a call after a transient error. This one is none.
        if (batch === stopsAt && at === when) throw new Error("D1_ERROR: D1 DB is overloaded. Requests queued for too long.");
      };
      for (const method of ["POST", "DELETE"] as const) {
        if ((await request(interruptibleBindings(stop), method)) >= 500) stopped += 1;
        // 409: the stopped request has already undone the deletion.
        expect(method === "POST" ? [201, 200] : [200, 409]).toContain(await request(env, method));
        expect([method, await halted(), await accessOf(shop.token.secret)]).toEqual(
          method === "POST" ? [method, 1, 401] : [method, 0, 200],
        );
      }
    }
    // Before and after each batch. A stop at a batch that a method does not have fails no request.
    expect(stopped).toBe(2 * (6 + 3));
  });

  it(
    "and a move or a restore exclude each other, and the removal waits for the deletion of the old copy of a move",
    { tags: "long" },
    async () => {
      const shop = await aFullShop();
      await env.DB.prepare("insert into moves (organization_id, source, target, step, started_at) values (?, 0, 1, 'copying', 1)")
        .bind(shop.id)
        .run();
      expect((await remove(shop.id)).body.error.details[0].code).toBe("organization_busy");
      const restoring = await anEmptyOrganization(0);
      await operate("POST", `${restoring}/restore/stores`, { rows: [] });
      expect((await remove(restoring)).body.error.details[0].code).toBe("organization_closed");
      await env.DB.prepare("update moves set step = 'settled' where organization_id = ?").bind(shop.id).run();
      expect((await remove(shop.id)).status).toBe(201);
      expect((await operate("POST", `${shop.id}/move`, { database: 2 })).status).toBe(409);
      expect((await operate("POST", `${shop.id}/restore/stores`, { rows: [] })).body.error.details[0].code).toBe("organization_closed");
      // The old copy is deleted first.
      await removeDeleted(env, afterGrace());
      expect(await rowsOf(shop, "select 1 as found from orders where organization_id = ? limit 1", shop.id)).toEqual([{ found: 1 }]);
    },
  );
});

describe("in the console", () => {
  it("an owner deletes the organization by typing its name, and undoes it", async () => {
    const shop = await createShop();
    const name = await nameOf(shop.id);
    const [owner, admin] = [await createMember(shop.id, "owner"), await createMember(shop.id, "admin")];
    expect((await admin.open("/settings/delete")).status).toBe(403);
    expect((await admin.send("/settings/delete", { name })).status).toBe(403);
    expect((await owner.open("/settings/delete")).text).toContain(`Type “${name}” to confirm`);
    expect((await owner.send("/settings/delete", { name: "wrong" })).text).toContain("exactly as it is");
    const deleted = await owner.send("/settings/delete", { name });
    expect({ status: deleted.status, location: deleted.headers.get("Location") }).toEqual({
      status: 303,
      location: "/console/organizations",
    });
    expect(await accessOf(shop.token.secret)).toBe(401);
    const listOf = async ({ cookie }: Visitor) => await browse("/console/organizations", { cookie });
    const undo = async (visitor: Visitor) => {
      const form = { form_token: tokenIn(await listOf(visitor)) };
      return await browse(`/console/organizations/${shop.id}/undelete`, { cookie: visitor.cookie, form });
    };
    expect((await listOf(admin)).text).not.toContain("Undo the deletion");
    expect((await listOf(owner)).text).toContain(`Undo the deletion of ${name}`);
    expect((await undo(admin)).status).toBe(404);
    expect((await undo(owner)).location).toBe(`/console/${shop.id}/home`);
    const log = env.DB.prepare(
      "select action, actor_kind, actor_id from audit_log where organization_id = ? and action like 'organization.%'",
    );
    expect((await log.bind(shop.id).all()).results).toEqual([
      { action: "organization.deleted", actor_kind: "user", actor_id: owner.id },
      { action: "organization.undeleted", actor_kind: "user", actor_id: owner.id },
    ]);
    expect(await accessOf(shop.token.secret)).toBe(200);
  });
});
