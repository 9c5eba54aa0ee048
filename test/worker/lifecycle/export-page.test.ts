import { env } from "cloudflare:workers";
import { beforeAll, describe, expect, it } from "vitest";
import { ciphertextPrefix } from "../../../src/platform/crypto/encryption";
import { createMember, type Visitor } from "../console/kit";
import { aFullShop, type FullShop } from "../move/kit";
import { operate } from "../access/kit";
import { exportTable } from "./kit";

/** Settings → Export (docs/spec/operator.md#export-and-restore). */

let shop: FullShop;
let owner: Visitor;
beforeAll(async () => {
  shop = await aFullShop();
  owner = await createMember(shop.id, "owner");
});

const linksOf = (html: string) => [...html.matchAll(/href="[^"]*(\/settings\/export\/[^"]+)"/g)].map(([, path = ""]) => path);

describe("the export of owners", () => {
  it("has a file for each table with rows, and the orders as CSV", { tags: "long" }, async () => {
    const { status, text } = await owner.open("/settings/export");
    expect(status).toBe(200);
    const { body } = await operate("GET", `${shop.id}/export`);
    const used = (body.tables as { name: string; last: unknown }[]).filter(({ last }) => last !== null).map(({ name }) => name);
    expect(linksOf(text)).toEqual(["/settings/export/orders.csv?part=1", ...used.map((name) => `/settings/export/tables/${name}`)]);
    for (const link of linksOf(text)) {
      const file = await owner.open(link);
      expect({ link, status: file.status, contentDisposition: file.headers.get("Content-Disposition") }).toEqual({
        link,
        status: 200,
        contentDisposition: expect.stringContaining("attachment; filename="),
      });
      expect(file.text.length).toBeGreaterThan(10);
    }
  });

  it("has the rows of the operator's export, without encrypted texts", { tags: "long" }, async () => {
    const prefix = await ciphertextPrefix(env.MASTER_SECRET);
    const isEncrypted = (value: unknown) => typeof value === "string" && value.startsWith(prefix);
    const { body } = await operate("GET", `${shop.id}/export`);
    const encrypted = new Set<string>();
    for (const { name } of body.tables as { name: string }[]) {
      const exported = (await exportTable(shop.id, name)).map((line) => Object.entries(JSON.parse(line) as Record<string, unknown>));
      for (const [column, value] of exported.flat()) if (isEncrypted(value)) encrypted.add(`${name}.${column}`);
      // The shop's endpoints have no previous secret, which would be encrypted too.
      const expected = exported.map((entries) =>
        entries.filter(([column]) => !encrypted.has(`${name}.${column}`) && column !== "previous_secret"),
      );
      const lines = (await owner.open(`/settings/export/tables/${name}`)).text.split("\n").slice(0, -1);
      // The console's own requests may have added rows meanwhile.
      const own = lines.slice(0, expected.length).map((line) => Object.entries(JSON.parse(line) as Record<string, unknown>));
      expect(own, name).toEqual(expected);
    }
    expect([...encrypted].toSorted()).toEqual(["connections.api_credentials", "connections.secret", "webhook_endpoints.secret"]);
  });

  it("has the orders of its organization, and none of another one", { tags: "long" }, async () => {
    const other = await aFullShop();
    const { text } = await owner.open("/settings/export/tables/orders");
    for (const line of await exportTable(shop.id, "orders")) expect(text).toContain(line);
    for (const line of await exportTable(other.id, "orders")) expect(text).not.toContain(line);
  });

  it.each(["admin", "member", "viewer"] as const)("is forbidden to a member with the role %s", async (role) => {
    const member = await createMember(shop.id, role);
    for (const path of ["/settings/export", "/settings/export/orders.csv?part=1", "/settings/export/tables/orders"]) {
      expect({ path, status: (await member.open(path)).status }).toEqual({ path, status: 403 });
    }
  });

  it.each([
    ["/settings/export/tables/credentials", 404, "control data is not exported"],
    ["/settings/export/tables/write_markers", 404, "the markers of writes are not exported"],
    ["/settings/export/orders.csv?part=0", 400, "parts are counted from 1"],
  ])("at %s returns %i, because %s", async (path, status) => {
    expect((await owner.open(path)).status).toBe(status);
  });
});
