import * as z from "zod";
import { CLOSED_FOR } from "../../accounts/table";
import { MemberResponse, OrganizationPath, OrganizationResponse } from "../../accounts/contract";
import type { OrganizationRow } from "../../accounts/control.sql.ts";
import { accessOf, hasMoney } from "../../accounts/members/access";
import { listMembers } from "../../accounts/members/members.sql.ts";
import { notFound } from "../../platform/api-error";
import { OrganizationsDb } from "../../platform/db/database";
import { forEachDatabase } from "../../platform/db/database-state";
import { ok, operator, resource } from "../../platform/http/endpoint";
import { cursorPage, listQuery, listReply, listSchema } from "../../platform/http/input/lists";
import { DEFAULT_PAGE_SIZE } from "../../platform/http/input/query";
import { momentOrNull, momentText } from "../../platform/values/zone";
import { PublicStore, presentPublicStore } from "../../resources/stores/store-view";
import { type ActivityRow, activityIn, organizationPage, type OrganizationsAfter, storePage } from "./organization-list.sql.ts";
import { controlAsOperator, organizationOf, presentOrganization } from "../../accounts/operator";
import { firstRows } from "../../platform/db/list/first-rows";

const route = resource("Operator", operator, operator);

const ListedOrganization = OrganizationResponse.extend({
  closed_for: z
    .enum(CLOSED_FOR)
    .nullable()
    .describe("Why nobody can use it: it is being restored, was deleted, or is being removed. Null: it is in use."),
  closed_at: z.iso.datetime().nullable(),
  orders: z.int().nullable().describe("Null if its database does not respond."),
  items: z.int().nullable().describe("Order items. Null if its database does not respond."),
  last_activity_at: z.iso
    .datetime()
    .nullable()
    .describe("Its last event or change of an order. Null if there was none, or its database does not respond."),
});

/** Adds the activity of the organizations to their rows: one round trip to each database that has some of them, all at the same time. */
async function readPage(env: Env, range: OrganizationsAfter): Promise<(OrganizationRow & { activity: ActivityRow | null })[]> {
  const { rows: organizations, activity: inDirectory } = await organizationPage(env, range);
  const idsIn = Map.groupBy(organizations, ({ database }) => database);
  const elsewhere = await forEachDatabase(env, async (d1, number) => {
    const ids = number === 0 ? [] : (idsIn.get(number) ?? []).map(({ id }) => id);
    return ids.length === 0 ? [] : await activityIn(new OrganizationsDb(d1, number), ids);
  });
  // By the number of the database. The query of database 0 returns every organization of the page, but counts only rows in database 0.
  const activityByDatabase = [inDirectory, ...elsewhere.slice(1).map(({ report }) => report ?? [])];
  return organizations.map((row) => {
    const activity = activityByDatabase[row.database]?.find(({ organization_id }) => organization_id === row.id) ?? null;
    return { ...row, activity };
  });
}

function present(row: OrganizationRow & { activity: ActivityRow | null }): z.output<typeof ListedOrganization> {
  const { closed_for, closed_at, activity } = row;
  return {
    ...presentOrganization(row),
    closed_for,
    closed_at: momentOrNull(closed_at),
    orders: activity?.orders ?? null,
    items: activity?.items ?? null,
    last_activity_at: momentOrNull(activity?.last_activity_at ?? null),
  };
}

const ListedMember = MemberResponse.extend({
  name: z.string().nullable(),
  created_at: z.iso.datetime(),
  last_active_at: z.iso
    .datetime()
    .nullable()
    .describe("When they last used the organization's pages, accurate to five minutes. Null: never."),
  second_factor: z.boolean().describe("Whether signing in with their password needs a code of an app, too."),
});

/** What the operator sees of organizations (docs/spec/operator.md#organizations). Credentials: credential-endpoints.ts. */
export const organizationReads = [
  route.get("/organizations", {
    operationId: "listOrganizations",
    summary: "List the organizations, the oldest first",
    input: { query: z.object(listQuery) },
    responses: { 200: listSchema(ListedOrganization) },
    handle: async ({ env, settings: { masterSecrets }, query: { limit = DEFAULT_PAGE_SIZE, cursor } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: 0, list: "listOrganizations", query: null },
        async (after: readonly [id: number] | null) => {
          const rows = await readPage(env, { after: after?.[0] ?? 0, limit: limit + 1 });
          return firstRows(rows, limit);
        },
        ({ id }) => [id],
      );
      return listReply(page, present);
    },
  }),
  route.get("/organizations/:id", {
    operationId: "getOrganization",
    summary: "One organization",
    input: { param: OrganizationPath },
    responses: { 200: ListedOrganization },
    handle: async ({ env, param: { id } }) => {
      const [row] = await readPage(env, { after: id - 1, limit: 1 });
      if (row?.id !== id) throw notFound();
      return ok(present(row));
    },
  }),
  route.get("/organizations/:id/members", {
    operationId: "listMembers",
    summary: "List the members of an organization",
    input: { param: OrganizationPath, query: z.object(listQuery) },
    responses: { 200: listSchema(ListedMember) },
    handle: async ({ env, control, settings: { masterSecrets }, param: { id }, query: { limit = DEFAULT_PAGE_SIZE, cursor } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: id, list: "listMembers", query: null },
        async (after: readonly [userId: number] | null) => {
          const from = { after: after?.[0] ?? 0, limit: limit + 1 };
          const [rows] = await Promise.all([listMembers(controlAsOperator(env, control, id), from), organizationOf(control, id)]);
          return firstRows(rows, limit);
        },
        ({ user_id }) => [user_id],
      );
      return listReply(page, (row): z.output<typeof ListedMember> => {
        const { user_id, email, name, role, created_at, last_active_at } = row;
        const access = { role, money: hasMoney(accessOf(row)) };
        const member = { user_id, organization_id: id, email, name, ...access, created_at: momentText(created_at) };
        return { ...member, last_active_at: momentOrNull(last_active_at), second_factor: row.has_second_factor === 1 };
      });
    },
  }),
  route.get("/organizations/:id/stores", {
    operationId: "listStoresAsOperator",
    summary: "List the stores of an organization",
    input: { param: OrganizationPath, query: z.object(listQuery) },
    responses: { 200: listSchema(PublicStore) },
    handle: async ({ env, settings: { masterSecrets }, param: { id }, query: { limit = DEFAULT_PAGE_SIZE, cursor } }) => {
      const page = await cursorPage(
        { masterSecrets, cursor, organizationId: id, list: "listStoresAsOperator", query: null },
        async (after: readonly [id: number] | null) => {
          const found = await storePage(env, id, { after: after?.[0] ?? 0, limit: limit + 1 });
          if (found === null || found.organization.closed_for === "removal") throw notFound();
          return firstRows(found.stores, limit);
        },
        (store) => [store.id],
      );
      return listReply(page, presentPublicStore);
    },
  }),
];
