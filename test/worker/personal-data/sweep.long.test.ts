import { env } from "cloudflare:workers";
import { expect, it, vi } from "vitest";
import { PERIOD_NAMES } from "../../../src/resources/analytics/period";
import { organizationDatabases } from "../../../src/platform/db/database";
import { createShop, idempotencyKey, rowsOf, type Shop } from "../../kit/client";
import { captureEnqueued } from "../../kit/webhook-fixture";
import { operate } from "../access/kit";
import { exportAll } from "../lifecycle/kit";
import { asRead, erase, fillWithPerson, type TestPerson, traces } from "./kit";

/** After an erasure nothing contains the person, in any script, and no figure has changed (docs/spec/personal-data.md#erasure). */

/** A person, what no text may contain after their erasure, and texts that may mention them. */
interface PersonCase {
  person: TestPerson;
  trace: RegExp;
  mentions: readonly string[];
}

const PERSONS: readonly (readonly [what: string, personCase: PersonCase])[] = [
  [
    "Chinese",
    {
      person: { name: "王小明", email: "xiaoming.wang@example.cn", phone: "+86 138 0013 8123", address: "北京市朝阳区建国路88号" },
      trace: /王小明|王 小明|小明|xiaoming|138[^0-9]*0013[^0-9]*8123|建国路/i,
      mentions: ["请联系王小明先生", "电话１３８００１３８１２３", "请写信到xiaoming.wang@example.cn谢谢"],
    },
  ],
  [
    "Thai",
    {
      person: { name: "สมชาย ใจดี", email: "somchai-jaidee@example.co.th", phone: "+66 81 234 5678", address: "99/1 ถนนสุขุมวิท" },
      trace: /สมชาย|somchai|81[^0-9]*234[^0-9]*5678|99\/1/i,
      mentions: ["กรุณาโทรหาสมชายใจดีด่วน", "โทร ๐๘๑–๒๓๔–๕๖๗๘"],
    },
  ],
  [
    "accented, composed",
    {
      person: { name: "Ngọc Trần", email: "ngoc@example.vn", phone: "+84 90 765 43 21", address: "12 Đường Lê Lợi" },
      // Without accents, because `asRead` removes them.
      trace: /ngoc|tran\b|90[^0-9]*765[^0-9]*43[^0-9]*21|le loi/i,
      mentions: [
        "TRẦN, NGỌC".normalize("NFD"),
        "NGỌC TRẦN hỏi",
        encodeURIComponent("Ngọc Trần".normalize("NFD")),
        "mail=ngoc%40example.vn",
      ],
    },
  ],
  [
    "accented, decomposed",
    {
      person: {
        name: "Jürgen Groß".normalize("NFD"),
        email: "juergen@example.de",
        phone: "+49 170 5550123",
        address: "Hauptstraße 7".normalize("NFD"),
      },
      trace: /jurgen|gro(ß|ss)|juergen|170[^0-9]*5550123|hauptstra/i,
      mentions: ["JÜRGEN GROSS", "An Jürgen\u00A0Groß, HAUPTSTRASSE 7", "0170–555\u20110123"],
    },
  ],
  [
    "written from right to left",
    {
      person: { name: "أحمد علي", email: "ahmed@example.ae", phone: "+971 50 123 4567", address: "شارع الملك 15" },
      trace: /احمد|ahmed|50[^0-9]*123[^0-9]*4567|الملك/i,
      mentions: ["رسالة لأَحْمَد علي", "\u200Fأحمد\u200F علي", "٠٥٠ ١٢٣ ٤٥٦٧"],
    },
  ],
  [
    "of two letters",
    {
      person: { name: "Bo", email: "b@example.org", phone: "555 0199 22", address: "1 Bo Street 3" },
      trace: /\bbo\b|\bb@example|555[^0-9]*0199[^0-9]*22/i,
      mentions: ["Call Bo.", "/?q=bo", "to:b%40example.org"],
    },
  ],
];

const ANALYTICS = PERIOD_NAMES.map((period) =>
  period === "custom" ? "period=custom&from=2026-01-01&to=2026-02-28&group_by=day&compare=previous_period" : `period=${period}`,
).map((query) => `/analytics/summary?${query}`);

/** Every figure: all responses with figures, and all stored roll-ups. A custom status counts under its erased text. */
async function figuresOf(shop: Shop): Promise<unknown> {
  const responses = await Promise.all(ANALYTICS.map(async (path) => await shop.v2(path)));
  const { data: stores } = (await shop.v1("/stores")).body;
  const statistics = await Promise.all(stores.map(async ({ id }: { id: number }) => await shop.v1(`/stores/${id}/statistics`)));
  const figures = [...responses, ...statistics].map(({ status, body }) => {
    const { generated_at: _at, meta: _meta, ...rest } = body;
    return [status, rest];
  });
  expect(figures.map(([status]) => status)).toEqual(figures.map(() => 200));
  const rollUps = await Promise.all(
    [
      "select * from order_rollups where organization_id = ? and orders <> 0",
      "select * from expense_rollups where organization_id = ?",
      "select * from order_days where organization_id = ?",
      "select basis, bucket, store_id, missing, sum(items) as items from item_rollups where organization_id = ? group by basis, bucket, store_id, missing",
      // The country, the service and the tags of the person's orders are erased, and so are their totals.
      `select list, basis, bucket, sum(total) as total from list_counts where organization_id = ? and filter not glob 'ship*:*'
        and filter not glob 'tag:*' group by list, basis, bucket`,
    ].map(async (query) => {
      const found = await rowsOf(shop, query, shop.id);
      return found.map((row) => JSON.stringify(row)).toSorted();
    }),
  );
  return { figures, rollUps };
}

async function fill(shop: Shop, { person, mentions }: PersonCase): Promise<{ order: number }> {
  const { order, mentioned } = await fillWithPerson(shop, person);
  for (const content of mentions) {
    for (const id of [order, mentioned]) await shop.v1(`/orders/${id}/notes`, { body: { content }, headers: idempotencyKey() });
    await shop.v2("/tickets", { body: { subject: `About: ${content}`, body: content } });
    await shop.v1("/expenses", {
      body: { category: "marketing", amount: 1, date: "2026-02-03", description: content },
      headers: idempotencyKey(),
    });
  }
  return { order };
}

it.each(PERSONS)("nothing contains a person whose name is %s, and no figure changes", async (_what, personCase) => {
  const { person, trace } = personCase;
  const logged = [vi.spyOn(console, "log"), vi.spyOn(console, "error"), vi.spyOn(console, "warn")].map((spy) => spy.mockReturnValue());
  const enqueued = captureEnqueued();
  const shop = await createShop({ database: organizationDatabases(env).length - 1 });
  const { order } = await fill(shop, personCase);
  const before = await figuresOf(shop);
  const places = await traces(shop, trace);
  expect(places.length).toBeGreaterThan(20);

  expect((await erase(shop, person)).status).toBe("done");
  expect(await traces(shop, trace)).toEqual([]);
  expect(await figuresOf(shop)).toEqual(before);

  const messages = JSON.stringify(enqueued);
  expect(messages).toContain("delivery");
  const { body: found } = await operate("POST", `${shop.id}/personal-data/search`, person);
  const { text: ofPerson } = await operate("POST", `${shop.id}/personal-data/export`, person);
  expect({ data: found.data, ofPerson }).toEqual({ data: [], ofPerson: '{"next_cursor":null}\n' });
  const { tables } = await exportAll(shop.id);
  const exported = [...tables.values()].flat().join("\n");
  expect(exported).toContain("[erased]");
  const responses = await Promise.all(
    [`/orders/${order}`, `/orders/${order}/history`, "/events?limit=200", "/tickets", "/webhooks"].map(
      async (path) => (await shop.v2(path)).text,
    ),
  );
  const logs = JSON.stringify(logged.map((spy) => spy.mock.calls));
  for (const text of [messages, exported, logs, ...responses]) expect(asRead(text)).not.toMatch(trace);
});
