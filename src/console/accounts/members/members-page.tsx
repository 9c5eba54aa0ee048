import * as z from "zod";
import { listMembers } from "../../../accounts/members/members";
import { listInvitations } from "../../../accounts/members/invitations";
import { integerQuery } from "../../../platform/http/input/query";
import { page } from "../../page";
import { Age, capitalized, Moment } from "../../parts/values";
import { PageButton } from "../../parts/link";
import { CursorPager, Table } from "../../parts/table";
import { organizationControl } from "../../organization-control";
import { Invitations } from "./invitations";
import { MemberName } from "./member-name";
import { MONEY_COLUMN, moneyLabel } from "./role-labels";

const PAGE_SIZE = 100;

const COLUMNS = ["Member", "Role", MONEY_COLUMN, "Second factor", "Last active", "Since"];

export const membersPage = page(
  { path: "/settings/members", permission: "manage", query: z.object({ after: integerQuery(1, Number.MAX_SAFE_INTEGER) }) },
  async (args) => {
    const after = args.query.after ?? 0;
    const control = organizationControl(args);
    const [found, invitations] = await Promise.all([listMembers(control, { after, limit: PAGE_SIZE + 1 }), listInvitations(control)]);
    const shown = found.slice(0, PAGE_SIZE);
    const rows = shown.map((row) => [
      <MemberName row={row} />,
      capitalized(row.role),
      moneyLabel(row),
      row.has_second_factor === 1 ? "On" : "Off",
      row.last_active_at === null ? <span class="never">Never</span> : <Age at={row.last_active_at} />,
      <Moment at={row.created_at} />,
    ]);
    const body = (
      <>
        <Table caption="Members" columns={COLUMNS} rows={rows} empty="No members on this page." />
        <Invitations invitations={invitations} />
        <CursorPager next={found.length > PAGE_SIZE ? String(shown.at(-1)?.user_id) : null} isFirst={after === 0} />
      </>
    );
    return {
      title: "Members",
      lead: "The people who can sign in to this organization, their roles, and who sees costs and profit.",
      actions: <PageButton page="/settings/members/new" label="Invite member" icon="plus" primary />,
      body,
    };
  },
);
