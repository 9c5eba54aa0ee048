import { page } from "../../../console/page";
import { FilterForm } from "../../../console/parts/filter-form";
import { Form } from "../../../console/parts/form";
import { PageLink } from "../../../console/parts/link";
import { CursorPager, Table } from "../../../console/parts/table";
import { Badge, Moment } from "../../../console/parts/values";
import type { Tone } from "../../../console/status-tone";
import { readFilter } from "../../../platform/http/input/filters";
import { cursorPage } from "../../../platform/http/input/lists";
import { INBOX_FILTERS, INBOX_STATUSES } from "../inbox/filters";
import type { InboxPosition, InboxEntry } from "../inbox/inbox.sql.ts";
import { listMessages } from "../queries";
import { ConnectionPath, InboxPageQuery } from "../v2/contract";
import { STATUS_LABELS } from "./labels";

/** What a delivery is about: an order of the shop, or a tracking number. */
function About({ message: { source_order_id, tracking_number, order_id } }: { message: InboxEntry }) {
  const name = source_order_id ?? tracking_number;
  if (order_id === null) return <>{name ?? "Unknown"}</>;
  return <PageLink page={`/orders/${order_id}`}>{name ?? "Order"}</PageLink>;
}

/** The platform's name of the event. For a report: its status here, the service's own words for it, and the carrier's time. */
function Event({ message: { topic, fulfillment_status, occurred_at } }: { message: InboxEntry }) {
  if (fulfillment_status === null) return <>{topic}</>;
  return (
    <span>
      <Badge status={fulfillment_status} />
      <span class="below">{topic}</span>
      {occurred_at === null ? null : (
        <span class="below">
          <Moment at={occurred_at} time />
        </span>
      )}
    </span>
  );
}

const STATUS_TONES: Readonly<Record<InboxEntry["status"], Tone>> = {
  pending: "busy",
  processed: "good",
  ignored: "good",
  failed: "bad",
};

/** What was delivered, with the reasons, and a button that processes a message again. */
export function InboxTable({ id, messages, empty }: { id: string; messages: readonly InboxEntry[]; empty: string }) {
  const rows = messages.map((message) => {
    const { id: messageId, status, reason, received_at } = message;
    return [
      <About message={message} />,
      <Event message={message} />,
      <Moment at={received_at} time />,
      <span>
        <span class={`badge ${STATUS_TONES[status]}`}>{STATUS_LABELS[status]}</span>
        {reason === null ? null : <span class="below">{reason}</span>}
      </span>,
      status === "failed" || status === "ignored" ? (
        <Form to={`/connections/${id}/inbox/${messageId}/retry`}>
          <button>Retry</button>
        </Form>
      ) : null,
    ];
  });
  return <Table caption="Deliveries" columns={["About", "Event", "Received", "Result", ""]} rows={rows} empty={empty} />;
}

/** The inbox of a connection, newest first. */
export const inboxPage = page(
  { path: "/connections/:id/inbox", permission: "manage", param: ConnectionPath, query: InboxPageQuery },
  async ({ org, param: { id }, query: { filter, limit, cursor }, search, settings: { masterSecrets } }) => {
    const { rows, next } = await cursorPage(
      { masterSecrets, cursor, organizationId: org.organization.id, list: "console/inbox", query: { id, ...filter } },
      async (after: InboxPosition | null) => {
        const { status } = readFilter(INBOX_FILTERS, org, filter);
        return await listMessages(org, id, { status, after, limit });
      },
      ({ received_at, id: messageId }) => [received_at, messageId],
    );
    return {
      title: "Deliveries",
      lead: "Deliveries of the last 30 days, newest first.",
      back: { page: `/connections/${id}`, label: "Back to the connection" },
      body: (
        <>
          <FilterForm
            list="inbox"
            path={`/connections/${id}/inbox`}
            filters={INBOX_FILTERS}
            choices={{ status: INBOX_STATUSES.map((status) => [status, STATUS_LABELS[status]] as const) }}
            search={search}
          />
          <InboxTable id={id} messages={rows} empty="No deliveries match." />
          <CursorPager next={next} isFirst={cursor === undefined} />
        </>
      ),
    };
  },
);
