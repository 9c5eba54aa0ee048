import { readTrends } from "../../../resources/analytics/trends";
import { countProduction } from "../../../resources/supplier-orders/read-supplier-order";
import { countOpenWork, countOrders } from "../../../resources/orders/list/list-orders";
import { countNeedingAttention } from "../../../resources/orders/items/needs-attention";
import { listUnmatchedSkus } from "../../../resources/orders/catalog/unmatched-skus";
import { OPEN_STATUSES } from "../../../resources/orders/order-status";
import { SHIP_BY_SORT, workDays } from "../../../resources/orders/work-days";
import { countWaitingProofs } from "../../../resources/proofs/read-proofs";
import { MAX_COUNTED_PROOFS, type ProofState } from "../../../resources/proofs/states";
import { countTickets } from "../../../resources/tickets/read-ticket";
import { hasProductCosts } from "../../../resources/products/read-product";
import { listStores } from "../../../resources/stores/read-store";
import { readPeopleSteps } from "../../../accounts/members/first-steps";
import { listConnections } from "../../../resources/connections/queries";
import { isFailing, listEndpoints } from "../../../resources/webhooks/endpoints/queries";
import { countText } from "../../../console/count-text";
import { can, moneyReader, page } from "../../../console/page";
import { PageLink } from "../../../console/parts/link";
import { endOfDay, startOfDay } from "../../../platform/values/zone";
import { FirstSteps, firstSteps } from "./first-steps";
import { TrendPanels } from "./trend-panels";

/** Something to do, and the list of what `count` counts. */
interface Task {
  label: string;
  count: number;
  page: string;
  /** Whether there are more than `count`. */
  isMore?: boolean;
  /** Whether any are too many. */
  isUrgent?: true;
}

/** More SKUs and tickets are not counted: the page then shows a plus. */
const MAX_SKUS = 50;
const MAX_TICKETS = 200;

/** Among more open items, orders that are ready to send are not looked for. */
const MAX_READY_ITEMS = 50;

/** A task that is done is quiet, and an urgent one stands out. */
function taskClass({ count, isUrgent }: Task): string | undefined {
  if (count === 0) return "done";
  return isUrgent === true ? "urgent" : undefined;
}

function TaskList({ title, tasks }: { title: string; tasks: readonly Task[] }) {
  if (tasks.length === 0) return null;
  return (
    <section class="panel">
      <h2>{title}</h2>
      <ul class="tasks">
        {tasks.map((task) => (
          <li class={taskClass(task)}>
            <PageLink page={task.page}>
              <span class="value">
                {countText(task.count)}
                {task.isMore === true ? "+" : ""}
              </span>{" "}
              {task.label}
            </PageLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

type Production = Awaited<ReturnType<typeof countProduction>>;

/** What suppliers are waited for, unless nothing is sent to any. */
function supplierTasks({ ready, atSuppliers }: Production, today: string): Task[] {
  if (ready.total === 0 && atSuppliers.total === 0) return [];
  return [
    { label: "Late at a supplier", count: atSuppliers.late, page: `/production?late_on=${today}`, isUrgent: true },
    { label: "Not accepted yet", count: atSuppliers.unaccepted, page: "/production?state=sent" },
    // "0 or more" would say nothing.
    ...(ready.total === 0 && ready.is_more === 1
      ? []
      : [{ label: "Ready to send", count: ready.total, isMore: ready.is_more === 1, page: "/orders?ready=true" }]),
  ];
}

/** What buyers want to be changed or have to decide, unless no proof waits for anybody. */
function proofTasks({ sent, changes_requested }: Awaited<ReturnType<typeof countWaitingProofs>>): Task[] {
  if (sent === 0 && changes_requested === 0) return [];
  const task = (label: string, count: number, state: ProofState): Task => ({
    label,
    count,
    isMore: count === MAX_COUNTED_PROOFS,
    page: `/production/proofs?state=${state}`,
  });
  return [
    task("Proofs with changes requested", changes_requested, "changes_requested"),
    task("Proofs waiting for the buyer", sent, "sent"),
  ];
}

/** What needs doing now. Every figure links to the list that it counts, or that contains what it counts. */
export const homePage = page({ path: "/home", permission: "read" }, async ({ org, member, control }) => {
  const mayManage = can(member, "manage");
  const money = moneyReader(org, member);
  const { today, yesterday } = workDays(org);
  const { currency, timezone } = org.organization;
  const [work, recent, trends, missing, unmatched, production, proofs, openTickets, endpoints, connections, stores, hasCost, people] =
    await Promise.all([
      countOpenWork(org, { today, yesterday }),
      countOrders(org, { dateFrom: startOfDay(yesterday, timezone), dateTo: endOfDay(today, timezone) }),
      money === null ? null : readTrends(money),
      countNeedingAttention(org),
      listUnmatchedSkus(org, "", MAX_SKUS),
      countProduction(org, { today, readyLimit: MAX_READY_ITEMS }),
      countWaitingProofs(org),
      countTickets(org, { status: "open" }, MAX_TICKETS + 1),
      mayManage ? listEndpoints(org) : [],
      listConnections(org),
      listStores(org, { page: 1, size: 1 }),
      hasProductCosts(org),
      readPeopleSteps(control, member),
    ]);
  // The empty text is the key of the count of all orders.
  const hasOrder = (work.byStatus.get("") ?? 0) > 0;
  const facts = { hasStore: stores.total > 0, hasConnection: connections.length > 0, hasOrder, hasCost, hasOthers: people.hasOthers };
  const steps = people.isHidden ? [] : firstSteps(member, facts);
  const hasSteps = steps.some(({ isDone }) => !isDone);
  if (!hasOrder && hasSteps) return { title: "Home", lead: "There are no orders yet.", body: <FirstSteps steps={steps} /> };
  const failingEndpoints = endpoints.filter(isFailing).length;
  const failingConnections = connections.filter(({ last_error }) => last_error !== null).length;
  return {
    title: "Home",
    body: (
      <div class="home">
        {hasSteps ? <FirstSteps steps={steps} /> : null}
        <TaskList
          title="Orders"
          tasks={[
            { label: "Late", count: work.late, page: `/orders?due_to=${yesterday}&sort=${SHIP_BY_SORT}`, isUrgent: true },
            { label: "To ship today", count: work.dueToday, page: `/orders?due_from=${today}&due_to=${today}&sort=${SHIP_BY_SORT}` },
            { label: "Need an audit", count: work.requiresAudit, page: "/orders?requires_audit=true" },
            { label: "New since yesterday", count: recent, page: `/orders?date_from=${yesterday}&date_to=${today}` },
            ...OPEN_STATUSES.map((status) => ({
              label: status,
              count: work.byStatus.get(status) ?? 0,
              page: `/orders?status=${encodeURIComponent(status)}`,
            })),
          ]}
        />
        <TaskList
          title="Items"
          tasks={[
            { label: "Without a SKU", count: missing.sku, page: "/attention/sku" },
            { label: "Without a design file", count: missing.design, page: "/attention/design" },
            { label: "Without a cost", count: missing.cost, page: "/attention/cost" },
            { label: "Unmatched SKUs", count: unmatched.rows.length, isMore: unmatched.next !== null, page: "/attention/unmatched" },
          ]}
        />
        <div class="stack">
          <TaskList title="Production" tasks={[...supplierTasks(production, today), ...proofTasks(proofs)]} />
          <TaskList
            title="Tickets"
            tasks={[
              {
                label: "Open",
                count: Math.min(openTickets, MAX_TICKETS),
                isMore: openTickets > MAX_TICKETS,
                page: "/tickets?status=open",
              },
            ]}
          />
          <TaskList
            title="Integrations"
            tasks={
              mayManage
                ? [
                    { label: "Failing webhook endpoints", count: failingEndpoints, page: "/webhooks", isUrgent: true },
                    { label: "Connections with an error", count: failingConnections, page: "/connections", isUrgent: true },
                  ]
                : []
            }
          />
        </div>
        {trends === null ? null : <TrendPanels trends={trends} currency={currency} />}
      </div>
    ),
  };
});
