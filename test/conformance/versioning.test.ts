import { beforeAll, describe, expect, it } from "vitest";
import { createShop, call, type Shop } from "../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
});

describe("versions", () => {
  it("Public V1 has the version 1.0.0 on its responses, also on errors, and in its OpenAPI document", async () => {
    const responses = [await shop.v1("/orders"), await call("/orders"), await shop.v1("/orders?page=0")];
    expect(responses.map(({ status, headers }) => [status, headers.get("X-Api-Version")])).toEqual([
      [200, "1.0.0"],
      [401, "1.0.0"],
      [400, "1.0.0"],
    ]);
    expect((await call("/openapi.json")).body.info.version).toBe("1.0.0");
  });

  it("Public V1 has its paths at the root, without a version prefix", async () => {
    expect((await shop.v1("/orders")).status).toBe(200);
    for (const path of ["/v1/orders", "/1.0.0/orders", "/api/v1/orders", "/api/orders"]) {
      const { status, body } = await shop.v1(path);
      expect({ status, code: body.error.code }, path).toEqual({ status: 404, code: "not_found" });
    }
  });

  it("paths of v2 begin with /api/v2", async () => {
    const { status, headers, body } = await shop.v2("/orders");
    expect({ status, apiVersion: headers.get("X-Api-Version") }).toEqual({ status: 200, apiVersion: "2.0.0" });
    // Each body of Public V1 has this field.
    expect(body).not.toHaveProperty("success");
    const paths = Object.keys((await call("/api/v2/openapi.json")).body.paths);
    expect(paths).toContain("/api/v2/orders");
    expect(paths.filter((path) => !path.startsWith("/api/v2/"))).toEqual([]);
  });
});
