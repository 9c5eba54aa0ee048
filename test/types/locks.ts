/** Programs that would break the isolation of organizations, or show costs without the permission. `npm run check -- types` fails if a line after `@ts-expect-error` compiles. */
import { eq, sql } from "drizzle-orm";
import { assertRowsChanged } from "../../src/platform/db/change";
import type { ControlDb } from "../../src/platform/db/control-db";
import type { MoneyDb, MoneyReader, OrgDb, OrgReader } from "../../src/platform/db/org-db";
import { ControlStatement, first } from "../../src/platform/db/statement";
import { credentials, memberships, organizations, orders, sequences, stores } from "../../src/tenants/tables";
import { summarize } from "../../src/resources/analytics/summarize";
import { action, formPage, page } from "../../src/console/page";
import { deleteExpense } from "../../src/resources/expenses/commands";
import { listExpenses } from "../../src/resources/expenses/read-expense";
import { PERSONAL_DATA } from "../../src/tenants/personal-data/columns.sql.ts";
import { newEvent } from "../../src/resources/events/new-event";
import { eventBody, insertComputedEvents } from "../../src/resources/events/write.sql.ts";
import type { PageLimit } from "../../src/platform/db/list/page-limit";
import { ok, open, reads, resource, writes } from "../../src/platform/http/endpoint";

declare const reader: OrgReader;
declare const db: OrgDb;
declare const control: ControlDb;
const details = { operationId: "x", summary: "x", responses: {} } as const;
const rebuildReply = async () => ok(null);

// 1. The guard is the only source of an organization: no guard, no endpoint; no organization for a public one.
// @ts-expect-error -- endpoints without a guard
resource("x");
// @ts-expect-error -- a public endpoint gets no organization
resource("x", open("reason")).get("/x", { ...details, handle: async ({ org }) => ok(org) });

// 2. A read guard yields a reader, and a GET can't have any other.
// @ts-expect-error -- a read guard for writes
resource("x", reads("orders:read"), reads("orders:read"));
// @ts-expect-error -- a write scope does not open a read
reads("orders:write");
// @ts-expect-error -- a read scope does not open a write
writes("orders:read", { idempotencyKey: "optional" });
// @ts-expect-error -- a write guard without whether it needs an idempotency key
writes("orders:write");

const readOnly = resource("x", reads("orders:read"));
readOnly.get("/x", { ...details, handle: async ({ org }) => ok(org.organization.id) });
// @ts-expect-error -- a write of a resource without a write guard
readOnly.post("/x", { ...details, rebuildReply, handle: async () => ok(null) });
// @ts-expect-error -- a resource with a write guard for its reads
resource("x", writes("orders:write", { idempotencyKey: "optional" }));
const both = resource("x", reads("orders:read"), writes("orders:write", { idempotencyKey: "optional" }));
both.get("/x", {
  ...details,
  handle: async ({ org }) => {
    // @ts-expect-error -- a GET that writes
    await org.commit({ writes: [], marker: {} });
    // @ts-expect-error -- a GET that builds a write
    return ok(org.update(stores, { name: "x" }, eq(stores.id, 1)));
  },
});
// @ts-expect-error -- a GET with a write guard
both.get("/x", { ...details, guard: writes("orders:write", { idempotencyKey: "optional" }), rebuildReply, handle: async () => ok(null) });
// @ts-expect-error -- an endpoint that needs no credential, of a resource that does
both.get("/x", { ...details, guard: open("reason"), handle: async () => ok(null) });
both.post("/x", { ...details, rebuildReply, handle: async () => ok(null) });
// @ts-expect-error -- a write that can't rebuild its reply
both.post("/x", { ...details, handle: async () => ok(null) });

// 3. The organization is the only source of a database, and every query names it.
// @ts-expect-error -- a query without an organization
reader.rows()`select * from orders`;
// @ts-expect-error -- an id is not the organization
reader.rows()`select * from orders where organization_id = ${1}`;
reader.rows()`select * from orders where organization_id = ${reader.key}`;
// @ts-expect-error -- a change without an organization
db.write()`delete from orders where id = ${1}`;
// @ts-expect-error -- a table without organization_id
reader.find(organizations);
// @ts-expect-error -- another table without organization_id
db.insert(sequences, { name: "x", value: 1 });
// @ts-expect-error -- an insert can't choose its organization
db.insert(stores, { organization_id: 2, name: "", platform: "etsy", currency: "USD", created_at: 0, updated_at: 0 });
// @ts-expect-error -- a patch can't move a row to another organization
db.update(stores, { organization_id: 2 }, eq(stores.id, 1));
// @ts-expect-error -- an update needs a predicate
db.update(stores, { name: "x" });
// @ts-expect-error -- a delete needs a predicate
db.remove(stores);
// @ts-expect-error -- a reader can't write
reader.update(stores, { name: "x" }, eq(stores.id, 1));
// @ts-expect-error -- a reader has no commit
reader.commit({ writes: [], marker: {} });
// @ts-expect-error -- a reader runs no write with its reads
reader.read(db.remove(orders, eq(orders.id, 1)));
// @ts-expect-error -- also not among statements with names
reader.read({ orders: reader.find(orders), removed: db.remove(orders, eq(orders.id, 1)) });
// @ts-expect-error -- also not one of which only the first row is read
reader.read({ removed: first(db.remove(orders, eq(orders.id, 1))) });
// @ts-expect-error -- also not in a list
reader.read([reader.find(orders), db.remove(orders, eq(orders.id, 1))]);
reader.read({ orders: reader.find(orders), store: first(reader.find(stores)), none: null });

// 4. Control data is apart from the rows of organizations: no statement of one names a table of the other, and no handle runs the other's.
// @ts-expect-error -- a table of control data, though it has organization_id
reader.find(credentials);
// @ts-expect-error -- another table of control data
reader.find(memberships);
// @ts-expect-error -- a hand-written query of a table of control data
reader.rows()`select * from ${credentials} where organization_id = ${reader.key}`;
// @ts-expect-error -- a change of a table of control data
db.write()`update ${organizations} set name = '' where id = ${db.key}`;
// @ts-expect-error -- an insert into a table of control data
db.insert(memberships, { user_id: 1, role: "owner", created_at: 0 });
// @ts-expect-error -- a statement on control data among an organization's reads
reader.read(new ControlStatement(sql`select 1`));
// @ts-expect-error -- a statement on control data among an organization's writes
db.commit({ writes: [new ControlStatement(sql`select 1`)], marker: {} });
// @ts-expect-error -- a statement on control data among the rows that a commit returns
db.commit({ writes: [], marker: {}, returning: { row: first(new ControlStatement(sql`select 1`)) } });
db.commit({ writes: [], marker: {}, returning: { orders: reader.find(orders) } });
// @ts-expect-error -- a statement of an organization among those on control data
control.run(reader.find(stores));
control.run([new ControlStatement(sql`select 1`), assertRowsChanged()]);
// @ts-expect-error -- only the operator's endpoints get control data
readOnly.get("/x", { ...details, handle: async ({ control: everything }) => ok(everything) });

// 5. The body of an event has the fields of its schema, and no others.
const ticket = { ticket_id: 1, order_id: null, subject: "", status: "open", priority: "low", channel: null, created_at: "" } as const;
newEvent(db, "ticket.created", ticket);
// @ts-expect-error -- an event that does not exist
newEvent(db, "ticket.deleted", ticket);
// @ts-expect-error -- a field is missing
newEvent(db, "ticket.updated", { ticket_id: 1, order_id: null, updated_at: "" });
// @ts-expect-error -- a field of another type
newEvent(db, "ticket.created", { ...ticket, ticket_id: "1" });
// @ts-expect-error -- a field that the event does not have
newEvent(db, "ticket.updated", { ticket_id: 1, order_id: null, changed_fields: [], updated_at: "", version: 2 });
const statusChanged = { id: "evt_1", type: "order.status_changed" } as const;
const moved = { sequence: sql`1`, order_id: sql`1`, old_status: "New", new_status: sql`o.status` } as const;
eventBody(db, statusChanged, moved);
// @ts-expect-error -- a number that D1 would bind as a real
eventBody(db, statusChanged, { ...moved, order_id: 1 });
// @ts-expect-error -- a field is missing
eventBody(db, statusChanged, { sequence: sql`1`, order_id: sql`1`, old_status: sql`o.status` });

// The ids by which a commit creates the deliveries of events belong to the statement that inserts them.
insertComputedEvents(db, { ids: ["evt_1"], id: sql`j.value`, type: "order.updated", body: sql`'{}'` }, sql``);
// @ts-expect-error -- events without their ids
insertComputedEvents(db, { id: sql`j.value`, type: "order.updated", body: sql`'{}'` }, sql``);
// @ts-expect-error -- a commit takes no list of events that could differ from what it inserts
db.commit({ writes: [], marker: {}, events: [] });

// A text column without a declaration of its personal data does not compile.
const { payment_method: _undeclared, ...declaredOrders } = PERSONAL_DATA.orders;
// @ts-expect-error -- payment_method is missing
void ({ ...PERSONAL_DATA, orders: declaredOrders } satisfies typeof PERSONAL_DATA);

// 6. Costs, profit and expenses are read only where the permission to see them was checked.
declare const moneyReader: MoneyReader;
void listExpenses(moneyReader, {}, { page: 1, size: 10, sort: { field: "date", direction: "asc" } });
// @ts-expect-error -- a reader without the permission
void listExpenses(reader, {}, { page: 1, size: 10, sort: { field: "date", direction: "asc" } });
// @ts-expect-error -- access to write without the permission
void deleteExpense(db, 1);
const summary = { period: { name: "all_time" }, compare: false } as const;
page({ path: "/x", permission: "money" }, async ({ org }) => ({ title: "", body: (await summarize(org, summary)).generated_at }));
// @ts-expect-error -- a page that everybody may open
page({ path: "/x", permission: "read" }, async ({ org }) => ({ title: "", body: (await summarize(org, summary)).generated_at }));
const act = async ({ org }: { org: MoneyDb }) => {
  await deleteExpense(org, 1);
  return { to: "/x" };
};
action({ path: "/x", permission: ["write", "money"] }, act);
// @ts-expect-error -- an action that needs the permission to write alone
action({ path: "/x", permission: "write" }, act);
// @ts-expect-error -- a form whose page needs less than the form
formPage({ path: "/x", permission: ["write", "money"], pagePermission: "read", show: async () => ({ title: "", body: null }) }, act);

// 7. Pages of rows have the limits of list/page-limit.ts.
// @ts-expect-error -- a limit of its own
void ({ items: 100_000, bytes: 1e9, itemBytes: 1 } satisfies PageLimit);
