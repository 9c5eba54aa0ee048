import * as z from "zod";
import { canManage } from "../../../accounts/members/member-rules";
import { renewInvitation } from "../../../accounts/members/members";
import { withdrawInvitation } from "../../../accounts/members/invitations";
import type { MemberInvitation } from "../../../accounts/members/invitations.sql.ts";
import { IntegerId } from "../../../platform/http/input/query";
import { usePageRequest } from "../../page-request";
import { action } from "../../page";
import { capitalized, Moment } from "../../parts/values";
import { Form } from "../../parts/form";
import { Table } from "../../parts/table";
import { organizationControl } from "../../organization-control";
import { newLinkView } from "../settings/shown-once";
import { MONEY_COLUMN, moneyLabel } from "./role-labels";

const INVITATION_COLUMNS = ["Invited", "Role", MONEY_COLUMN, "Expires", ""];

/** The invitations that nobody has accepted yet. */
export function Invitations({ invitations }: { invitations: readonly MemberInvitation[] }) {
  const { member } = usePageRequest();
  if (invitations.length === 0) return null;
  const rows = invitations.map(({ id, email, role, money, expires_at }) => [
    email,
    capitalized(role),
    moneyLabel({ role, money }),
    <Moment at={expires_at} />,
    canManage(member.role, role) ? (
      <div class="actions">
        <Form to={`/settings/members/invitations/${id}/link`}>
          <button>
            Create new link<span class="hidden"> for {email}</span>
          </button>
        </Form>
        <Form to={`/settings/members/invitations/${id}/withdraw`}>
          <button>
            Withdraw invitation<span class="hidden"> of {email}</span>
          </button>
        </Form>
      </div>
    ) : null,
  ]);
  return (
    <>
      <h2>Invitations</h2>
      <Table caption="Invitations" columns={INVITATION_COLUMNS} rows={rows} empty="None." />
    </>
  );
}

const common = { permission: "manage", param: z.object({ id: IntegerId }), redirectOnRepeat: "/settings/members" } as const;

/** Creates a new link for an invitation, whose earlier link stops working. */
export const renewInvitationForm = action({ ...common, path: "/settings/members/invitations/:id/link" }, async (args) => {
  const { email, link } = await renewInvitation(organizationControl(args), args.param.id);
  return { view: newLinkView(email, link, args.origin) };
});

/** Withdraws an invitation. Its link stops working. */
export const withdrawInvitationForm = action({ ...common, path: "/settings/members/invitations/:id/withdraw" }, async (args) => {
  await withdrawInvitation(organizationControl(args), args.param.id);
  return { to: "/settings/members", flash: "withdrawn" };
});
