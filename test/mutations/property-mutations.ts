import type { Mutation } from "./mutations.ts";

/** A fault that a property must find with each of 50 seeds. */
interface PropertyMutation extends Mutation {
  property: string;
}

const ANY_SUMMARY = "for any period, time zone, comparison, grouping, store and currency";

export const PROPERTY_MUTATIONS: readonly PropertyMutation[] = [
  // Lists
  {
    name: "delivery-list-late-until",
    file: "src/resources/webhooks/deliveries/list.sql.ts",
    search: "sql`d.created_at < ${until}`",
    replace: "sql`d.created_at <= ${until}`",
    fault: "A list of deliveries until a moment has those of that moment.",
    tests: ["test/worker/webhooks/list-deliveries.test.ts"],
    property: "any filters return the matching deliveries, newest first",
  },
  {
    name: "expense-list-case",
    file: "src/resources/expenses/list.sql.ts",
    search: 'equalsIgnoringCase("e", "employee_name", name)',
    replace: "sql`e.employee_name = ${name}`",
    fault: "The expenses of an employee are found in the same letter case only.",
    tests: ["test/worker/expenses/list.test.ts"],
    property: "any parameters return the same expenses in the same order, and the same totals",
  },
  // Figures
  {
    name: "summary-lost-edges",
    file: "src/resources/analytics/sums.sql.ts",
    search: "from json_each(${JSON.stringify(ranges)}) j cross join orders r",
    replace: "from json_each(${JSON.stringify(ranges.slice(1))}) j cross join orders r",
    fault: "A summary lacks the orders of the first partial hour.",
    tests: ["test/worker/analytics/summary.test.ts"],
    property: ANY_SUMMARY,
  },
  // Webhooks and events
  {
    name: "retry-wide-jitter",
    file: "src/resources/webhooks/retry-schedule.ts",
    search: "const JITTER = 0.2;",
    replace: "const JITTER = 0.25;",
    fault: "The delay of a retry is up to 25 % off.",
    tests: ["test/worker/webhooks/retry-schedule.test.ts"],
    property: "stays within 20 % of its base and never above 12 h (R5)",
  },
  {
    name: "signature-of-delivery",
    file: "src/resources/webhooks/signature.ts",
    search: "`${message.eventId}.${timestamp}.`",
    replace: "`${message.deliveryId}.${timestamp}.`",
    fault: "The Standard Webhooks signature covers another id than the header names.",
    tests: ["test/worker/webhooks/signature.test.ts"],
    property: "the signature of any body is valid for the Standard Webhooks library",
  },
  {
    name: "cursor-unsigned",
    file: "src/platform/http/input/cursor.ts",
    search: "actual.length === expected.length && crypto.subtle.timingSafeEqual(actual, expected)",
    replace: "actual.length === expected.length",
    fault: "The signature of a cursor is not checked.",
    tests: ["test/worker/events/cursor.test.ts"],
    property: "and returns 400 if it is forged, truncated, or has another position",
  },
  {
    name: "tracking-any-order",
    file: "src/resources/orders/fulfillments/fulfillment-change.ts",
    search: "return isOutdated(before, status) || (isOlder && status !== before.status);",
    replace: "return isOutdated(before, status);",
    fault: "An older report of a carrier sets the status back.",
    tests: ["test/worker/orders/fulfillments/report-tracking.test.ts"],
    property: "ends with the status of the newest report, in whatever order and however often the reports arrive",
  },
  // Clocks
  {
    name: "gate-early-retry-after",
    file: "src/platform/gate/rate-window.ts",
    search: "oldest + WINDOW_SECONDS - second;",
    replace: "oldest + WINDOW_SECONDS - second - 1;",
    fault: "Retry-After ends a second before there is room.",
    tests: ["test/worker/gate/gate.test.ts"],
    property: "returns a Retry-After after which a request is admitted",
  },
  {
    name: "retry-after-zero",
    file: "src/resources/webhooks/retry-schedule.ts",
    search: "Number(text) > 0 ? Number(text) * 1000 : null",
    replace: "Number(text) * 1000",
    fault: "A Retry-After of 0 counts as a wait.",
    tests: ["test/worker/webhooks/retry-schedule.test.ts"],
    property: "parses any text as null or a positive wait",
  },
  {
    name: "day-of-24-hours",
    file: "src/platform/values/zone.ts",
    search: "return Temporal.PlainDate.from(day).add({ days: 1 }).toZonedDateTime({ timeZone: zone }).epochMilliseconds;",
    replace: "return startOfDay(day, zone) + DAY_MS;",
    fault: "Each day has 24 hours, also when clocks change.",
    tests: ["test/worker/platform/zone.test.ts"],
    property: "begin and end where its calendar says",
  },
];
