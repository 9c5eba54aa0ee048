import * as z from "zod";
import { listCredentials } from "../../../accounts/credentials/credentials";
import { integerQuery } from "../../../platform/http/input/query";
import { page } from "../../page";
import { Badge, Moment, MomentOrNever } from "../../parts/values";
import { PageButton, PageLink } from "../../parts/link";
import { EmptyState } from "../../parts/notice";
import { CursorPager, Table } from "../../parts/table";
import { scopeName, scopeLabels, type KindLabels, stateOf } from "./credential-kind";
import { organizationControl } from "../../organization-control";
import { parseStored } from "../../../platform/reading/json";

const PAGE_SIZE = 50;

const COLUMNS = ["Name", "Ends with", "Scopes", "Last used", "Expires", "State"];

/** The list of an organization's API tokens, or of its API keys. */
export function credentialListPage(labels: KindLabels) {
  const { kind, path, plural, one, lead } = labels;
  return page({ path, permission: "manage", query: z.object({ after: integerQuery(1, Number.MAX_SAFE_INTEGER) }) }, async (args) => {
    const { query, now } = args;
    const before = query.after ?? null;
    const found = await listCredentials(organizationControl(args), { kind, before, limit: PAGE_SIZE + 1 });
    const shown = found.slice(0, PAGE_SIZE);
    // A credential expires at the first moment of the day after its last one, which the list shows.
    const rows = shown.map((row) => [
      <PageLink page={`${path}/${row.id}`}>{row.name}</PageLink>,
      <code>…{row.hint}</code>,
      scopesLabel(parseStored<string[]>(row.scopes)),
      <MomentOrNever at={row.last_used_at} />,
      row.expires_at === null ? "Never" : <Moment at={row.expires_at - 1} />,
      <Badge status={stateOf(row, now)} />,
    ]);
    const body = (
      <>
        <Table
          caption={plural}
          columns={COLUMNS}
          rows={rows}
          empty={
            <EmptyState
              plural={plural}
              purpose="Create one for each tool that works with your orders, so that you can revoke them separately."
              button={`Create the first ${one}`}
              to={`${path}/new`}
              permission="manage"
            />
          }
        />
        {rows.length === 0 ? null : <p class="soft">The time of the last use is accurate to the hour.</p>}
        <CursorPager next={found.length > PAGE_SIZE ? String(shown.at(-1)?.id) : null} isFirst={before === null} />
      </>
    );
    return { title: plural, lead, actions: <PageButton page={`${path}/new`} label={`Create ${one}`} icon="plus" primary />, body };
  });

  function scopesLabel(scopes: readonly string[]): string {
    if (scopes.length === scopeLabels(kind).length) return "All";
    const names = scopes.map((scope) => scopeName(kind, scope));
    return names.length <= 3 ? names.join(", ") : `${names.slice(0, 2).join(", ")} and ${names.length - 2} more`;
  }
}
