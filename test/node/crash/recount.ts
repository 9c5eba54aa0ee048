import type { DatabaseSync } from "node:sqlite";
import { FLAGS, OF_ITEMS, SUMS } from "../../kit/order-sums.ts";

/** Maintained values, each of which must equal a recount. */

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const SUMMED = Object.keys(SUMS).join(", ");

/** The bucket of a row in each basis of the roll-ups. */
const ORDER_BASES = { all: "0", created_day: `created_at / ${DAY_MS}`, created_hour: `created_at / ${HOUR_MS}` };
const DATE_BASES = { date_day: `date / ${DAY_MS}`, date_hour: `date / ${HOUR_MS}` };
const ITEM_BASES = { all: "0", date_day: `order_date / ${DAY_MS}` };

/** The filters by which list_counts counts the rows of each day, and the condition of each. */
const FILTERS = { "''": "1", "'store:' || store_id": "1", "'missing_sku'": "missing_sku", "'missing_design'": "missing_design" };
const ORDER_FILTERS = { ...FILTERS, "'status:' || status": "1" };
const VALUE_FILTERS = {
  "'ship_country:' || lower(coalesce(ship_country_folded, ship_country))": "ship_country is not null",
  "'shipping_service:' || lower(coalesce(shipping_service_folded, shipping_service))": "shipping_service is not null",
  "'assignee:' || assignee": "assignee is not null",
};
const TO_MAKE = "order_closed = 0 and status not in ('Shipped', 'Delivered')";
const ITEM_FILTERS = {
  ...FILTERS,
  "'status:' || lower(coalesce(status_folded, status))": "1",
  "'missing_cost'": "missing_cost",
  "'needs_sku'": `missing_sku and ${TO_MAKE}`,
};

const ITEM_TOTALS = {
  "''": "1",
  "'needs_sku'": ITEM_FILTERS["'needs_sku'"],
  "'needs_design:' || store_id": `missing_design and ${TO_MAKE}`,
};

function rollUpQueries(bases: Record<string, string>, missing: string): string[] {
  return Object.entries(bases).map(
    ([basis, bucket]) =>
      `select organization_id, '${basis}', ${bucket}, store_id, status, ${missing}, currency, ${Object.values(SUMS).join(", ")}
       from orders group by 1, 3, 4, 5, 6, 7`,
  );
}

function countQueries(table: string, list: string, bases: Record<string, string>, filters: Record<string, string>): string[] {
  return Object.entries(bases).flatMap(([basis, bucket]) =>
    Object.entries(filters).map(
      ([filter, where]) =>
        `select organization_id, '${list}', ${filter}, '${basis}', ${bucket}, count(*) from ${table} where ${where} group by 1, 3, 5`,
    ),
  );
}

const terms = (kind: string, column: string) =>
  `select organization_id, '${kind}', lower(trim(j.value)), p.id from products p, json_each(p.${column}) j where p.archived_at is null`;

const EXPENSES = "coalesce(store_id, 0), iif(category_group = 'payroll', 'payroll', 'operating'), currency, count(*), sum(amount)";

/** Queries for each maintained value as it is stored (`kept`) and for its recount. Counts of 0 are ignored. */
const MAINTAINED: Record<string, { kept: string; recounts: string[] }> = {
  "sums of orders": {
    kept: `select organization_id, basis, bucket, store_id, status, missing, currency, ${SUMMED} from order_rollups
      where (${SUMMED}) <> (${Object.keys(SUMS)
        .map(() => 0)
        .join(", ")})`,
    recounts: [...rollUpQueries(ORDER_BASES, FLAGS), ...rollUpQueries(DATE_BASES, "0")],
  },
  "sums of items": {
    kept: "select organization_id, basis, bucket, store_id, status, missing, items from item_rollups where items <> 0",
    recounts: Object.entries(ITEM_BASES).map(
      ([basis, bucket]) =>
        `select organization_id, '${basis}', ${bucket}, store_id, lower(coalesce(status_folded, status)), ${FLAGS}, count(*) from order_items group by 1, 3, 4, 5, 6`,
    ),
  },
  "sums of expenses": {
    kept: "select organization_id, date, store_id, kind, currency, expenses, amount from expense_rollups where expenses <> 0 or amount <> 0",
    recounts: ["date", "''"].map((date) => `select organization_id, ${date}, ${EXPENSES} from expenses group by 1, 2, 3, 4, 5`),
  },
  "counts of lists": {
    kept: "select organization_id, list, filter, basis, bucket, total from list_counts where total <> 0",
    recounts: [
      ...countQueries("orders", "orders", { date_day: DATE_BASES.date_day }, ORDER_FILTERS),
      ...countQueries("orders", "orders", ORDER_BASES, { "''": "1" }),
      ...countQueries("orders", "orders", { all: "0" }, { "'missing_sku'": "missing_sku", "'missing_design'": "missing_design" }),
      ...countQueries("orders", "orders", { all: "0" }, VALUE_FILTERS),
      "select organization_id, 'orders', 'tag:' || tag, 'all', 0, count(*) from order_tags group by 1, 3",
      ...countQueries("order_items", "items", { date_day: ITEM_BASES.date_day }, ITEM_FILTERS),
      ...countQueries("order_items", "items", { all: "0" }, ITEM_TOTALS),
      ...countQueries("tickets", "tickets", { all: "0" }, { "'status:' || status": "1" }),
    ],
  },
  "what orders keep of their items": {
    kept: `select id, ${Object.keys(OF_ITEMS).join(", ")}, subtotal from orders`,
    recounts: [
      `select o.id, ${Object.values(OF_ITEMS).join(", ")}, sum(i.price * i.quantity) from orders o join order_items i on i.order_id = o.id group by 1`,
    ],
  },
  // No write here sends fees, which are part of the total too.
  "totals of orders": {
    kept: "select id, total_amount from orders",
    recounts: ["select id, subtotal + tax + shipping_cost - discount from orders"],
  },
  "what items repeat of their orders": {
    kept: "select id, organization_id, store_id, order_date, order_closed from order_items",
    recounts: [
      `select i.id, o.organization_id, o.store_id, o.date, o.status in ('Complete', 'Cancelled')
         from order_items i join orders o on o.id = i.order_id`,
    ],
  },
  "tags of orders": {
    kept: "select organization_id, order_id, tag, date from order_tags",
    recounts: ["select distinct o.organization_id, o.id, lower(j.value), o.date from orders o, json_each(o.tags) j"],
  },
  "names of products": {
    kept: "select organization_id, kind, term, product_id from product_terms",
    recounts: [`select * from (${terms("tag", "tags")} union ${terms("store", "stores")} union ${terms("platform", "platforms")})`],
  },
};

/** The number of events of each type that each row must have, derived from the row. */
const EXPECTED_EVENTS = [
  "select 'order.created', id, 1 from orders",
  "select 'order.updated', id, version - 1 from orders where version > 1",
  `select 'order.status_changed', order_id, count(*) from order_history where "change" in ('status', 'roll_up') group by 2`,
  "select 'order.fulfillment.shipped', id, 1 from fulfillments where shipped_at is not null",
  "select 'order.fulfillment.delivered', id, 1 from fulfillments where delivered_at is not null",
  "select 'expense.created', id, 1 from expenses",
  "select 'ticket.created', id, 1 from tickets",
  "select 'ticket.updated', id, version - 1 from tickets where version > 1",
];
MAINTAINED["events"] = {
  kept: `select type, case when type like 'order.fulfillment.%' then body ->> 'fulfillment_id' when type like 'ticket.%' then body ->> 'ticket_id'
      when type like 'expense.%' then body ->> 'expense_id' else order_id end, count(*) from events group by 1, 2`,
  recounts: EXPECTED_EVENTS,
};
MAINTAINED["deliveries"] = {
  kept: "select event_id, endpoint_id, event_type, count(*) from deliveries group by 1, 2",
  recounts: ["select e.id, w.id, e.type, 1 from events e join webhook_endpoints w where e.type in (select value from json_each(w.events))"],
};

/** Queries for rows that must not exist. */
const FORBIDDEN: Record<string, string> = {
  "orders created outside their days": `select o.id from orders o left join order_days d on d.organization_id = o.organization_id
    and d.day = o.date / ${DAY_MS} where (o.created_at between d.first_created and d.last_created
      and o.created_at - o.date between d.least_lag and d.greatest_lag) is not true`,
  "ids ahead of their sequence": ["orders", "order_items", "expenses"]
    .map((name) => `select * from sequences where name = '${name}' and value < (select max(id) from ${name})`)
    .join(" union all "),
  "numbers of events with a gap or twice": `select o.id, o.event_sequence, e.* from orders o left join
    (select order_id, count(*) as event_count, count(distinct body ->> 'sequence') as different, min(body ->> 'sequence') as first,
      max(body ->> 'sequence') as last from events where order_id is not null group by 1) e on e.order_id = o.id
    where (e.event_count, e.different, e.first, e.last) is not (o.event_sequence, o.event_sequence, 1, o.event_sequence)`,
  "versions with two update events, or a gap": `select o.id, o.version, e.* from orders o join (select order_id, count(*) as event_count,
      count(distinct body ->> 'version') as different, min(body ->> 'version') as first, max(body ->> 'version') as last
      from events where type = 'order.updated' group by 1) e on e.order_id = o.id
    where (e.event_count, e.different, e.first, e.last) is not (o.version - 1, o.version - 1, 2, o.version)`,
  "numbers of events out of order": `select * from (select order_id, seq, body ->> 'sequence' as n,
    lag(body ->> 'sequence') over (partition by order_id order by seq) as before from events where order_id is not null) where n <= before`,
  "statuses of history that do not follow": `select * from (select id, order_id, from_value, lag(to_value) over (partition by order_id order by id) as before
    from order_history where "change" in ('created', 'status', 'roll_up')) where from_value is not before`,
  "orders elsewhere than their history": `select o.id, o.status from orders o where o.status is not (select h.to_value from order_history h
    where h.order_id = o.id and h."change" in ('created', 'status', 'roll_up') order by h.id desc limit 1)`,
};

/** Wrong maintained values, and rows that must not exist. */
export function recount(database: DatabaseSync): string[] {
  const found = (what: string, sql: string) =>
    database
      .prepare(`${sql} limit 5`)
      .all()
      .map((row) => `${what}: ${JSON.stringify(row)}`);
  const differences = Object.entries(MAINTAINED).flatMap(([what, { kept, recounts }]) => {
    const counting = recounts.join(" union all ");
    return [
      ...found(`${what}, kept`, `select * from (${kept}) except select * from (${counting})`),
      ...found(`${what}, counted`, `select * from (${counting}) except select * from (${kept})`),
    ];
  });
  return [...differences, ...Object.entries(FORBIDDEN).flatMap(([what, sql]) => found(what, `select * from (${sql})`))];
}
