import { beforeAll, describe, expect, it } from "vitest";
import { createCredential, createShop, type ApiResponse, type Shop, ingestOrder, v2As } from "../../kit/client";

let shop: Shop;
beforeAll(async () => {
  shop = await createShop();
  await ingestOrder(shop);
});

const readSummary = (query: string): Promise<ApiResponse> => shop.v2(`/analytics/summary?${query}`);

describe("a summary is rejected, with the name of the parameter, for", () => {
  it.each([
    ["period=last_century", ["period invalid_period"]],
    ["period=LAST_7_DAYS", ["period invalid_period"]],
    ["period=custom", ["from custom_needs_dates", "to custom_needs_dates"]],
    ["period=custom&from=2026-01-01", ["to custom_needs_dates"]],
    ["period=custom&from=&to=2026-01-01", ["from custom_needs_dates"]],
    ["period=custom&from=2026-01-02&to=2026-01-01", ["from invalid_range"]],
    ["period=custom&from=2026-02-30&to=2026-03-01", ["from invalid_date"]],
    ["period=custom&from=2026-01-01T00:00:00Z&to=1", ["from invalid_date", "to invalid_date"]],
    ["from=2026-01-01&to=2026-01-31", ["from not_custom", "to not_custom"]],
    ["period=today&to=2026-01-31", ["to not_custom"]],
    ["period=all_time&from=2026-01-31", ["from not_custom"]],
    ["timezone=Mars/Olympus", ["timezone invalid_timezone"]],
    ["timezone=%2B02:00", ["timezone invalid_timezone"]],
    ["currency=QQQ", ["currency invalid_currency"]],
    ["compare=previous_year", ["compare invalid_compare"]],
    ["group_by=quarter", ["group_by invalid_group_by"]],
    ["period=all_time&group_by=day", ["group_by group_by_needs_dates"]],
    ["period=all_time&group_by=month", ["group_by group_by_needs_dates"]],
    ["period=custom&from=2025-01-01&to=2026-02-05&group_by=day", ["group_by too_many_groups"]],
    ["period=custom&from=0000-01-01&to=9999-12-31&group_by=month", ["group_by too_many_groups"]],
    [
      "period=never&to=x&timezone=x&currency=x&compare=x&group_by=x",
      [
        "period invalid_period",
        "to invalid_date",
        "timezone invalid_timezone",
        "currency invalid_currency",
        "compare invalid_compare",
        "group_by invalid_group_by",
      ],
    ],
    ["period=custom&to=2026-01-01&currency=x", ["currency invalid_currency", "from custom_needs_dates"]],
  ])("%s", async (query, errors) => {
    const { status, body } = await readSummary(query);
    expect({ status, code: body.error.code }).toEqual({ status: 400, code: "validation_error" });
    expect(body.error.details.map(({ path, code }: { path: string; code: string }) => `${path} ${code}`)).toEqual(errors);
  });
});

it("a summary needs a token with analytics:read", async () => {
  const token = await createCredential(shop.id, "api_token", { scopes: ["orders:read", "orders:write"] });
  const { status, body } = await v2As(token)("/analytics/summary");
  expect({ status, code: body.error.code }).toEqual({ status: 403, code: "missing_scope" });
});

describe("a summary is accepted for", () => {
  it("400 groups, or all time by store", async () => {
    const { status, body } = await readSummary(
      "period=custom&from=2025-01-01&to=2026-02-04&group_by=day&currency=USD&compare=previous_period",
    );
    expect(status).toBe(200);
    // These days are before the only order.
    expect(body.currencies).toEqual([]);
    expect((await readSummary("period=all_time&group_by=store")).body.currencies[0].series).toHaveLength(1);
  });

  it("empty parameters, which are treated as absent", async () => {
    const { status, body } = await readSummary("period=&from=&to=&timezone=&store_id=&currency=&compare=&group_by=");
    expect({ status, name: body.period.name, timezone: body.period.timezone }).toEqual({
      status: 200,
      name: "last_30_days",
      timezone: "UTC",
    });
    expect(body.currencies).toMatchObject([{ currency: "USD", series: [], previous: null }]);
  });
});
