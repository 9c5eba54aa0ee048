/** A fault that the tests must find. */
export interface Mutation {
  /** Selects it with `--only`. */
  name: string;
  /** Path of the file that it changes. */
  file: string;
  /** A text that the file contains exactly once. */
  search: string;
  replace: string;
  /** What is wrong then, in one line. */
  fault: string;
  /**
   * The test files that are expected to fail, by the beginning of their path: `test/worker/orders/list` stands for
   * `list.test.ts`, also after it was split. What ends in `.long.test.ts` is run as `npm run test:long` runs it.
   */
  tests: readonly string[];
}

export const MUTATIONS: readonly Mutation[] = [
  // src/platform/http
  {
    name: "skipped-scope",
    file: "src/platform/http/call.ts",
    search: "!principal.can(scope)",
    replace: "false",
    fault: "Any scope opens every endpoint.",
    tests: ["test/worker/access/in-force"],
  },
  {
    name: "unsigned-cursor",
    file: "src/platform/http/input/cursor.ts",
    search: "actual.length === expected.length && crypto.subtle.timingSafeEqual(actual, expected)",
    replace: "actual.length === expected.length",
    fault: "The signature of a cursor is not checked.",
    tests: ["test/worker/events/cursor"],
  },
  {
    name: "unlimited-stream",
    file: "src/platform/reading/read-stream.ts",
    search: '      if (total > maxBytes) throw new ReadError("too_large");\n',
    replace: "",
    fault: "A body that does not state its length may be of any size.",
    tests: ["test/worker/every-route/broken-body"],
  },
  {
    name: "unlimited-json",
    file: "src/platform/reading/json.ts",
    search: "  if (violation !== null) return { violation };\n",
    replace: "",
    fault: "JSON of others is parsed however many values it has.",
    tests: ["test/worker/gate/body-shape"],
  },
  {
    name: "unverified-delivery",
    file: "src/connections/read-delivery.ts",
    search: "if (!check.isValid())",
    replace: "if (check.isValid() === null)",
    fault: "A delivery with a wrong signature is accepted.",
    tests: ["test/worker/connections/receive"],
  },
  {
    name: "endless-page",
    file: "src/connections/reconcile/pass.ts",
    search: "if (index > 0 && budget.isSpent)",
    replace: "if (index < 0)",
    fault: "A reconciliation looks at its budget only between pages.",
    tests: ["test/worker/connections/hostile-payloads"],
  },
  {
    name: "logged-secret",
    file: "src/platform/http/log.ts",
    search: "    method: req.method,\n",
    replace: '    method: req.method,\n    authorization: req.header("Authorization") ?? null,\n',
    fault: "The request log contains the bearer token.",
    tests: ["test/worker/secrets/logs"],
  },
  // src/platform/gate
  {
    name: "short-rate-window",
    file: "src/platform/gate/rate-window.ts",
    search: "slotSecond > second - WINDOW_SECONDS &&",
    replace: "slotSecond > second - WINDOW_SECONDS + 1 &&",
    fault: "The rate window is one second too short.",
    tests: ["test/worker/gate/gate"],
  },
  {
    name: "foreign-replay",
    file: "src/platform/gate/replay-ledger.ts",
    search: '    if (row.fingerprint !== fingerprint) return { outcome: "conflict" };\n',
    replace: "",
    fault: "A key that another request has used replays that request's response.",
    tests: ["test/conformance/idempotency"],
  },
  {
    name: "unfenced-lease",
    file: "src/platform/gate/replay-ledger.ts",
    search: "operation_id = ? and execution = ? and coalesce",
    replace: "operation_id = ? and execution >= ? and coalesce",
    fault: "An execution that has lost its lease frees the key that a later one holds.",
    tests: ["test/worker/gate/gate"],
  },
  // src/platform/db, and statements of resources
  {
    name: "missing-marker",
    file: "src/platform/db/org-db.ts",
    search: "...deliveries, ...marker, ...released",
    replace: "...deliveries, ...released",
    fault: "A write commits without its idempotency marker.",
    tests: ["test/worker/products/exactly-once"],
  },
  {
    name: "missing-tenant",
    file: "src/platform/db/org-db.ts",
    search: ".delete(table).where(this.ownRows(table, where))",
    replace: ".delete(table).where(where)",
    fault: "A deletion reaches the rows of every organization.",
    tests: ["test/worker/expenses/change"],
  },
  {
    name: "wrong-trigger",
    file: "migrations/0000_baseline.sql",
    search: "old.currency, old.amount) IS NOT (new.date, new.store_id, new.category_group, new.currency,\n  new.amount)",
    replace: "old.currency) IS NOT (new.date, new.store_id, new.category_group, new.currency)",
    fault: "The sums of expenses do not follow a changed amount.",
    tests: ["test/worker/expenses/change"],
  },
  {
    name: "unfiltered-count",
    file: "src/orders/list/match.sql.ts",
    search: "    rollUp: (status) => sql`r.status = ${status}`,\n",
    replace: "    rollUp: () => sql`true`,\n",
    fault: "The total of a list ignores the status filter where it is combined with another.",
    tests: ["test/conformance/orders-query"],
  },
  {
    name: "lost-event",
    file: "src/tickets/write.sql.ts",
    search: "    events: [event.id],\n    markerResult: JSON.stringify({ ticket_id: id }),",
    replace: "    events: [],\n    markerResult: JSON.stringify({ ticket_id: id }),",
    fault: "ticket.updated is sent to no webhook.",
    tests: ["test/worker/events/bodies"],
  },
  // Rules of resources
  {
    name: "ignored-if-match",
    file: "src/orders/order-version.ts",
    search: "versions === null || versions.includes(version)",
    replace: "versions === null || versions.length > 0",
    fault: "If-Match is ignored.",
    tests: ["test/worker/orders/if-match"],
  },
  {
    name: "allowed-transition",
    file: "src/orders/order-status.ts",
    search: 'Complete: { Shipped: "with_reason" }',
    replace: 'Complete: { Shipped: "free" }',
    fault: "A completed order goes back to Shipped without a reason.",
    tests: ["test/worker/orders/set-status"],
  },
  {
    name: "removed-cost",
    file: "src/orders/derived-columns.sql.ts",
    search: "return is_removed === 0 && (progress > 0 ||",
    replace: "return (progress > 0 ||",
    fault: "The cost of an item that was removed counts.",
    tests: ["test/worker/orders/derived-columns"],
  },
  {
    name: "never-sent-cost",
    file: "src/orders/derived-columns.sql.ts",
    search: `COST_COUNTS_IF_CANCELLED = "i.is_removed = 0 and i.progress > 0"`,
    replace: `COST_COUNTS_IF_CANCELLED = "i.is_removed = 0"`,
    fault: "A cancelled order keeps the costs of items that were never sent to a supplier.",
    tests: ["test/worker/orders/derived-columns"],
  },
  {
    name: "uninvited-roll-up",
    file: "src/orders/fulfillments/write.sql.ts",
    search: "const followsItems = advancedItems.length > 0;",
    replace: "const followsItems = true;",
    fault: "A partial shipment moves an order that a person has moved back.",
    tests: ["test/worker/orders/fulfillments/moved-back"],
  },
  {
    name: "wrong-rounding",
    file: "src/platform/values/money.ts",
    search: "[2n * dividend + divisor, 2n * divisor]",
    replace: "[2n * dividend, 2n * divisor]",
    fault: "Averages are rounded down.",
    tests: ["test/worker/analytics/sums"],
  },
  {
    name: "ignored-timezone",
    file: "src/analytics/summarize.ts",
    search: "endOfDay(to, zone)",
    replace: 'endOfDay(to, "UTC")',
    fault: "The last day of a report ends at midnight UTC, whatever the zone.",
    tests: ["test/worker/analytics/periods"],
  },
  // Surfaces
  {
    name: "private-host",
    file: "src/webhooks/v2/register.ts",
    search: "destinationError(url, rules) ?? (await addressError(url, rules))",
    replace: "destinationError(url, rules)",
    fault: "A webhook is accepted whose host name has a private address.",
    tests: ["test/worker/webhooks/resolve"],
  },
  // src/mcp
  {
    name: "lost-tool-key",
    file: "src/mcp/tool-call.ts",
    search: "    key,\n",
    replace: "    key: null,\n",
    fault: "A tool call passes no idempotency key on.",
    tests: ["test/worker/mcp/tools"],
  },
  // src/console
  {
    name: "unescaped-cell",
    file: "src/orders/console/order-columns.tsx",
    search: "cell: ({ customer_name }) => customer_name }",
    replace: 'cell: ({ customer_name }) => <span dangerouslySetInnerHTML={{ __html: customer_name ?? "" }} /> }',
    fault: "The customer's name is not escaped in the list of orders.",
    tests: ["test/worker/console/escaping"],
  },
  {
    name: "unguarded-formula",
    file: "src/orders/files/formula-guard.ts",
    search: "[=+\\-@",
    replace: "[=+\\-",
    fault: "A cell of the CSV file may begin with @, which a spreadsheet runs.",
    tests: ["test/worker/console/export", "test/worker/console/formula-guard"],
  },
  {
    name: "dropped-csrf-check",
    file: "src/console/router.ts",
    search: "    assertOwnOrigin(c);\n",
    replace: "",
    fault: "A form may come from another site.",
    tests: ["test/worker/console/session"],
  },
  {
    name: "dropped-role-guard",
    file: "src/console/member-principal.ts",
    search: "return can(this.member, permission);",
    replace: "return true;",
    fault: "A viewer may do in the console what an owner may.",
    tests: ["test/worker/console/organization"],
  },
  {
    name: "shown-money",
    file: "src/accounts/members/access.ts",
    search: "return includesMoney(role) || money;",
    replace: "return true;",
    fault: "Every member sees costs, profit and expenses.",
    tests: ["test/worker/console/money-permission"],
  },
  // src/webhooks
  {
    name: "wrong-signed-bytes",
    file: "src/webhooks/signature.ts",
    search: "`${message.eventId}.${timestamp}.`",
    replace: "`${message.deliveryId}.${timestamp}.`",
    fault: "The Standard Webhooks signature covers another id than the header names.",
    tests: ["test/worker/webhooks/signature"],
  },
  {
    name: "followed-redirect",
    file: "src/webhooks/send.ts",
    search: 'redirect: "manual"',
    replace: 'redirect: "follow"',
    fault: "A webhook delivery follows redirects.",
    tests: ["test/worker/webhooks/send"],
  },
  {
    name: "wrong-retry-delay",
    file: "src/webhooks/retry-schedule.ts",
    search: "FACTOR ** (failedAttempt - 1)",
    replace: "FACTOR ** failedAttempt",
    fault: "Each retry of a webhook delivery comes four times too late.",
    tests: ["test/worker/webhooks/retry-schedule"],
  },
  // src/accounts
  {
    name: "extended-overlap",
    file: "src/accounts/credentials/credentials.ts",
    search: "previous_valid_until: now + overlap_hours * HOUR_MS",
    replace: "previous_valid_until: now + (overlap_hours + 1) * HOUR_MS",
    fault: "After a rotation the old secret works an hour too long.",
    tests: ["test/worker/access/in-force"],
  },
  {
    name: "unchecked-scopes",
    file: "src/accounts/credentials/contract.ts",
    search: "of unknownScopes(kind, scopes))",
    replace: "of unknownScopes(kind, []))",
    fault: "A credential gets scopes that its kind does not have.",
    tests: ["test/worker/access/credentials"],
  },
  // src/orders/files
  {
    name: "wrong-subtotal",
    file: "src/orders/files/shopify.ts",
    search: "subtotal === null ? lines : subtotal + discount",
    replace: "subtotal === null ? lines : subtotal",
    fault: "The subtotal of an imported order lacks its discount.",
    tests: ["test/node/import/shopify"],
  },
  // src/platform/crypto
  {
    name: "shared-key",
    file: "src/platform/crypto/master-key.ts",
    search: "encoder.encode(`order-operations/${purpose}`)",
    replace: 'encoder.encode("order-operations")',
    fault: "Cursors, sessions, form tokens and sealed secrets share one key.",
    tests: ["test/worker/console/session"],
  },
  {
    name: "old-currency",
    file: "migrations/0000_baseline.sql",
    search: "IS NOT (new.store_id, new.status, new.currency, new.date",
    replace: "IS NOT (new.store_id, new.status, old.currency, new.date",
    fault: "An order whose currency alone changes stays in the figures of its old currency.",
    tests: ["test/worker/cost/one-field"],
  },
  {
    name: "old-expense-currency",
    file: "migrations/0000_baseline.sql",
    search: "IS NOT (new.date, new.store_id, new.category_group, new.currency,",
    replace: "IS NOT (new.date, new.store_id, new.category_group, old.currency,",
    fault: "An expense whose currency alone changes stays in the figures of its old currency.",
    tests: ["test/worker/cost/one-field"],
  },
  {
    name: "kept-inbox-body",
    file: "src/personal-data/columns.sql.ts",
    search: '    source_order_id: "no",\n    body: "json",\n',
    replace: '    source_order_id: "no",\n    body: "no",\n',
    fault: "An erasure keeps what a shop has delivered about the person.",
    tests: ["test/worker/personal-data/erasure"],
  },
  // packages/client
  {
    name: "client-without-key",
    file: "packages/client/src/send.ts",
    search: 'new Set(["GET", "HEAD", "OPTIONS"])',
    replace: 'new Set(["GET", "HEAD", "OPTIONS", "POST"])',
    fault: "The client retries a POST without an idempotency key.",
    tests: ["test/node/client/retries"],
  },
];
