import * as z from "zod";
import { maySteer } from "../../control/member-rules";
import { membersOf } from "../../control/members";
import { endOffer, offersOf } from "../../control/offers";
import type { Offer } from "../../db/membership-offers";
import { integerQuery } from "../../http/query";
import { useAsk } from "../ask";
import { MemberPath } from "../../operator/contract";
import { action, page } from "../page";
import { Moment } from "../parts/figures";
import { Form } from "../parts/form";
import { To } from "../parts/link";
import { PageHead } from "../parts/page-head";
import { CursorPager } from "../parts/pager";
import { Table } from "../parts/table";
import { mandateOf } from "./mandate";

const PAGE = 100;

const OFFERED = [{ name: "Offered to", main: true }, { name: "Role" }, { name: "Until" }, { name: "" }];

/** Places that were offered to people with an account, and that nobody has taken up yet. */
function Offers({ offers }: { offers: readonly Offer[] }) {
  const { member } = useAsk();
  if (offers.length === 0) return null;
  const rows = offers.map(({ user_id, email, role, expires_at }) => ({
    cells: [
      email,
      role,
      <Moment at={expires_at} />,
      maySteer(member.role, role) ? (
        <Form to={`/settings/members/offers/${user_id}/withdraw`}>
          <button>
            Take back<span class="hidden"> the offer to {email}</span>
          </button>
        </Form>
      ) : null,
    ],
  }));
  return (
    <>
      <h2>Offers</h2>
      <Table caption="Offers" columns={OFFERED} rows={rows} empty="None." />
    </>
  );
}

/** Takes an offer back: its link opens no longer. */
export const withdrawOfferForm = action(
  { path: "/settings/members/offers/:user_id/withdraw", needs: "manage", param: MemberPath.omit({ id: true }), lands: "/settings/members" },
  async (args) => {
    await endOffer(args.env, mandateOf(args), args.param.user_id);
    return { to: "/settings/members", done: "removed" };
  },
);

const COLUMNS = [{ name: "E-mail address", main: true }, { name: "Name" }, { name: "Role" }, { name: "Since" }];

function You({ userId }: { userId: number }) {
  return useAsk().member.person.id === userId ? <span class="soft"> (you)</span> : null;
}

export const membersPage = page(
  { path: "/settings/members", needs: "manage", query: z.object({ after: integerQuery(1, Number.MAX_SAFE_INTEGER) }) },
  async ({ env, org, meter, query }) => {
    const after = query.after ?? 0;
    const organizationId = org.organization.id;
    const [found, offers] = await Promise.all([
      membersOf(env, meter, organizationId, { after, limit: PAGE + 1 }),
      offersOf(env, { meter, organizationId, now: org.now }),
    ]);
    const shown = found.slice(0, PAGE);
    const rows = shown.map(({ user_id, email, name, role, created_at }) => ({
      cells: [
        <>
          <To page={`/settings/members/${user_id}`}>{email}</To>
          <You userId={user_id} />
        </>,
        name ?? "",
        role,
        <Moment at={created_at} />,
      ],
    }));
    const body = (
      <>
        <PageHead title="Members" lead="The people who sign in here for this organization, and what each of them may do.">
          <To page="/settings/members/new" class="button primary">
            Add a member
          </To>
        </PageHead>
        <Table caption="Members" columns={COLUMNS} rows={rows} empty="Nobody behind this page." />
        <Offers offers={offers} />
        <CursorPager next={found.length > PAGE ? String(shown.at(-1)?.user_id) : null} began={after === 0} />
      </>
    );
    return { title: "Members", body };
  },
);
