import { nameOf } from "../../../accounts/actor";
import type { MemberRow } from "../../../accounts/members/members.sql.ts";
import { usePageRequest } from "../../page-request";
import { PageLink } from "../../parts/link";

/** A member in a list: their name, and their email address below it. */
export function MemberName({ row }: { row: Pick<MemberRow, "user_id" | "name" | "email"> }) {
  const isSelf = usePageRequest().member.person.id === row.user_id;
  return (
    <>
      <PageLink page={`/settings/members/${row.user_id}`}>{nameOf(row)}</PageLink>
      {isSelf ? <span class="soft"> (you)</span> : null}
      {row.name === null ? null : <span class="below">{row.email}</span>}
    </>
  );
}
