import * as z from "zod";
import { canManage } from "../../../accounts/members/member-rules";
import { membersOf } from "../../../accounts/members/members";
import { invitationsOf, withdrawInvitation } from "../../../accounts/members/invitations";
import type { MemberInvitation } from "../../../accounts/members/invitations.sql.ts";
import { IntegerId, integerQuery } from "../../../platform/http/input/query";
import { usePageRequest } from "../../page-request";
import { action, page } from "../../page";
import { capitalized, Moment } from "../../parts/values";
import { Form } from "../../parts/form";
import { PageButton, PageLink } from "../../parts/link";
import { CursorPager, Table } from "../../parts/table";
import { organizationControl } from "../../organization-control";
import { MONEY_COLUMN, moneyLabel } from "./role-labels";

const PAGE_SIZE = 100;

const INVITATION_COLUMNS = ["Invited", "Role", MONEY_COLUMN, "Expires", ""];

function Invitations({ invitations }: { invitations: readonly MemberInvitation[] }) {
  const { member } = usePageRequest();
  if (invitations.length === 0) return null;
  const rows = invitations.map(({ id, email, role, money, expires_at }) => [
    email,
    capitalized(role),
    moneyLabel({ role, money }),
    <Moment at={expires_at} />,
    canManage(member.role, role) ? (
      <Form to={`/settings/members/invitations/${id}/withdraw`}>
        <button>
          Withdraw invitation<span class="hidden"> of {email}</span>
        </button>
      </Form>
    ) : null,
  ]);
  return (
    <>
      <h2>Invitations</h2>
      <Table caption="Invitations" columns={INVITATION_COLUMNS} rows={rows} empty="None." />
    </>
  );
}

/** Withdraws an invitation. Its link stops working. */
export const withdrawInvitationForm = action(
  {
    path: "/settings/members/invitations/:id/withdraw",
    permission: "manage",
    param: z.object({ id: IntegerId }),
    redirectOnRepeat: "/settings/members",
  },
  async (args) => {
    await withdrawInvitation(organizationControl(args), args.param.id);
    return { to: "/settings/members", flash: "withdrawn" };
  },
);

const COLUMNS = ["Email address", "Name", "Role", MONEY_COLUMN, "Since"];

function You({ userId }: { userId: number }) {
  return usePageRequest().member.person.id === userId ? <span class="soft"> (you)</span> : null;
}

export const membersPage = page(
  { path: "/settings/members", permission: "manage", query: z.object({ after: integerQuery(1, Number.MAX_SAFE_INTEGER) }) },
  async (args) => {
    const after = args.query.after ?? 0;
    const control = organizationControl(args);
    const [found, invitations] = await Promise.all([membersOf(control, { after, limit: PAGE_SIZE + 1 }), invitationsOf(control)]);
    const shown = found.slice(0, PAGE_SIZE);
    const rows = shown.map(({ user_id, email, name, role, money, created_at }) => [
      <>
        <PageLink page={`/settings/members/${user_id}`}>{email}</PageLink>
        <You userId={user_id} />
      </>,
      name ?? "",
      capitalized(role),
      moneyLabel({ role, money }),
      <Moment at={created_at} />,
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
