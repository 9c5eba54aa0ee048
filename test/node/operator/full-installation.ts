import { idempotencyKey, openShop, type Shop } from "../server/shop.ts";
import type { RunningWorker } from "../server/worker.ts";

/** An organization in each of three databases, with rows in every table. */

/** The body of a response, which must be successful. */
const bodyOf = async (pending: ReturnType<Shop["v1"]>) => {
  const { status, body } = await pending;
  if (status >= 300) throw new Error(JSON.stringify(body));
  return body;
};

/** A shop with orders and all their related rows, whose webhooks are sent to `target`. */
async function fullShop(url: string, database: number, target: string): Promise<Shop> {
  const shop = await openShop(url, { name: `Shop ${database}`, currency: "EUR", timezone: "Asia/Tokyo", database });
  await shop.webhook(target, ["order.created"]);
  await bodyOf(
    shop.v2("/suppliers", { name: "Größe Druck", code: `print-${database}`, file_columns: [{ name: "Qty", field: "quantity" }] }),
  );
  await bodyOf(shop.v2("/connections", { store: "Gift shop", platform: "woocommerce" }));
  await bodyOf(shop.v2("/connections", { platform: "easypost" }));
  for (const name of ["first", "second", "third"]) {
    const { id, items } = await shop.order({
      external_id: name,
      customer_name: `Ann ${name} ${database}`,
      notes: "Line one\nLine two \u2028 “three” 名",
      tags: ["rush", "Größe"],
      ship_country: "DE",
    });
    await bodyOf(shop.v1(`/orders/${id}/notes`, { content: `Wrap ${name}.` }, idempotencyKey()));
    const fulfillment = { items: [{ order_item_id: items[0].id, quantity: 1 }], tracking_number: `TRACK${name}${database}` };
    await bodyOf(shop.v2(`/orders/${id}/fulfillments`, fulfillment, idempotencyKey()));
    const ticket = await bodyOf(
      shop.v2("/tickets", { order_id: id, subject: "Where is it?", body: "It has not arrived." }, idempotencyKey()),
    );
    await bodyOf(shop.v2(`/tickets/${ticket.id}`, { due_date: "2026-01-31" }, idempotencyKey(), "PATCH"));
    await bodyOf(shop.v2(`/tickets/${ticket.id}/messages`, { kind: "reply", body: "It is on its way." }, idempotencyKey()));
  }
  const { id: supplier } = await bodyOf(shop.v2("/suppliers", { name: "Acme" }));
  await bodyOf(shop.v2(`/suppliers/${supplier}/costs`, { costs: [{ sku: "CUP", unit_cost: 2 }] }));
  const ordered = await shop.order({ external_id: "made", items: [{ name: "Cup", price: 1, assigned_supplier: "Acme", quantity: 2 }] });
  await bodyOf(shop.v2("/supplier-orders", { order_ids: [ordered.id], override_reason: "Now" }));
  await bodyOf(shop.v1("/products", { title: "Mug", sku: "MUG-1", tags: ["gift"] }, idempotencyKey()));
  await bodyOf(shop.v1("/expenses", { category: "rent", amount: 12.5, date: "2026-01-05" }, idempotencyKey()));
  return shop;
}

/** Rows of jobs, sign-ins and platforms that an installation has only after some time. */
const LATER_ROWS: readonly string[] = [
  "insert into moves (organization_id, source, target, step, started_at) select id, 0, 1, 'done', 1 from organizations where database = 1",
  "insert into erasures (organization_id, person, position, actor_kind, actor_name, requested_at, finished_at) select id, null, '[]', 'operator', 'Operator', 1, 2 from organizations where database = 1",
  "insert into users (email, created_at, updated_at) values ('ann@example.com', 1, 1)",
  "insert into memberships (organization_id, user_id, role, created_at) select o.id, u.id, 'owner', 1 from organizations o, users u",
  "insert into member_invitations (token_hash, organization_id, email, role, invited_by, created_at, expires_at) select 'hash-' || o.id, o.id, 'bea@example.com', 'viewer', u.id, 1, 2 from organizations o, users u",
  "insert into invitations (token_hash, user_id, created_at, expires_at) select 'hash', id, 1, 2 from users",
  "insert into identities (issuer, subject, user_id, created_at) select 'https://id.example.com', 'ann', id, 1 from users",
  "insert into sessions (id, user_id, method, user_agent, created_at, expires_at, used_at) select 'ses_1', id, 'password', 'Browser', 1, 2, 1 from users",
  "insert into second_factors (user_id, secret, last_step, created_at) select id, 'encrypted', 1, 1 from users",
  "insert into recovery_codes (user_id, code_hash) select id, 'hash' from users",
  "insert into retention_settings (organization_id, customer_days) select id, 400 from organizations where database = 2",
  // More than two parts of a backup and of a restore (1,000 rows at most), with text keys.
  "insert into sign_in_failures (address_hash, failures, last_at) with recursive n(i) as (select 1 union all select i + 1 from n where i < 2200) select 'address-' || i, i, i from n",
];

/**
 * The same for each database, whose number is `?1`. Statements that do not need it compare it with 0, because D1 rejects a value without a
 * parameter.
 */
const LATER_ROWS_OF_ORGANIZATIONS: readonly string[] = [
  "insert into event_floors (organization_id, purged_to) select id, 0 from organizations where database = ?1",
  "insert into saved_views (organization_id, name, query, created_at) select id, 'Rush', 'tag=rush', 1 from organizations where database = ?1",
  "insert into ticket_templates (organization_id, name, body, created_at, updated_at) select id, 'Größe', 'About {{order_number}}', 1, 1 from organizations where database = ?1",
  "insert into refunds (id, organization_id, order_id, amount, tax, shipping, items, reason, actor_name, created_at) select 'ref_1', organization_id, id, 10000, 0, 0, '[]', 'Late', 'Ann', 1 from orders where ?1 >= 0 limit 1",
  "insert into files (id, organization_id, object_key, name, role, content_type, bytes, sha256, actor_kind, actor_name, created_at) select 'fil_' || ?1, id, 'key-' || ?1, 'mug.pdf', 'design', 'application/pdf', 17, 'ab', 'system', 'Ann', 1 from organizations where database = ?1",
  "insert into item_designs (organization_id, order_item_id, version, file_id, actor_kind, actor_name, created_at) select organization_id, id, 1, 'fil_' || ?1, 'system', 'Ann', 1 from order_items where ?1 >= 0 limit 1",
  "insert into proofs (id, organization_id, order_id, order_item_id, version, file_id, state, comment, actor_kind, actor_name, created_at, updated_at) select 'prf_' || ?1, organization_id, order_id, id, 1, 'fil_' || ?1, 'changes_requested', 'In blue', 'system', 'Ann', 1, 1 from order_items where ?1 >= 0 limit 1",
  "insert into links (id, organization_id, purpose, subject_id, token_hash, expires_at, actor_kind, actor_name, created_at) select 'lnk_' || ?1, organization_id, 'supplier', id, 'hash-' || ?1, 4102444800000, 'system', 'Ann', 1 from suppliers where ?1 >= 0 limit 1",
  "insert into halted_organizations (organization_id, token) values (900 + ?1, '~closed')",
  "insert into recoveries (id, organization_id, endpoint_id, since, until, status, at_created, at_id, created_at, completed_at) select 'rcv_1', organization_id, id, 1, 2, 'completed', 1, '', 1, 2 from webhook_endpoints where url like 'http%' and ?1 >= 0 limit 1",
  "insert into connection_inbox (id, organization_id, connection_id, event_key, topic, body, status, seq, received_at, processed_at) select 'inb_1', organization_id, id, 'key', 'order.created', '{}', 'processed', 1, 1, 2 from connections where ?1 >= 0 limit 1",
];

/** Fills an empty installation. */
export async function fillInstallation(worker: RunningWorker, target: string): Promise<Shop[]> {
  const shops: Shop[] = [];
  for (const database of [0, 1, 2]) shops.push(await fullShop(worker.url, database, target));
  for (const statement of LATER_ROWS) await worker.directoryRows(statement);
  for (const database of [0, 1, 2]) {
    for (const statement of LATER_ROWS_OF_ORGANIZATIONS) await worker.rowsIn(database, statement, database);
  }
  return shops;
}

/**
 * Excluded from the comparison: internal tables, changes that a backup still has to copy, the cron runs, which each installation has
 * itself, and the search indexes, of which the matches are compared.
 */
const NOT_COMPARED = /^(?:_cf_.*|sqlite_.*|d1_migrations|row_changes|cron_runs|(?:order|item|product)_(?:search|words).*)$/;

/** Totals of 0 may have a row or none, and these bounds may be wider than necessary. */
const COMPUTED = new Set(["order_rollups", "item_rollups", "list_counts", "expense_rollups"]);
const BOUNDS = "order_days";
const isZero = (row: Record<string, unknown>, keys: ReadonlySet<string>) =>
  Object.entries(row).every(([column, value]) => keys.has(column) || value === 0);

/** The rows of all tables of a database, the last ids that it has assigned, and the matches of each search word. */
export async function contentOf(worker: RunningWorker, database: number): Promise<Record<string, string[]>> {
  const content: Record<string, string[]> = {};
  const tables = await worker.rowsIn<{ name: string }>(database, "select name from sqlite_schema where type = 'table' order by name");
  for (const { name } of tables.filter((table) => !NOT_COMPARED.test(table.name) && table.name !== BOUNDS)) {
    const keys = await worker.rowsIn<{ name: string }>(database, "select name from pragma_table_info(?) where pk > 0", name);
    const keyNames = new Set(keys.map((key) => key.name));
    const rows = await worker.rowsIn(database, `select * from "${name}"`);
    content[name] = rows
      .filter((row) => !COMPUTED.has(name) || !isZero(row, keyNames))
      .map((row) => JSON.stringify(row))
      .toSorted();
  }
  const ids = await worker.rowsIn(database, "select name, seq from sqlite_sequence where name not in ('d1_migrations', 'row_changes')");
  content["sqlite_sequence"] = ids.map((row) => JSON.stringify(row)).toSorted();
  for (const list of ["order", "item", "product"]) {
    const words = await worker.rowsIn<{ term: string; found: string | null }>(
      database,
      `select term, (select group_concat(rowid) from (select rowid from ${list}_search where ${list}_search match '"' || term || '"' order by rowid)) as found
       from ${list}_words`,
    );
    content[`${list}_search`] = words.filter(({ found }) => found !== null).map(({ term, found }) => `${term}: ${found}`);
  }
  return content;
}
