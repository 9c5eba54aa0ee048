import type { AuditAction } from "../../../accounts/audit-log/audit-action";
import type { AuditRow } from "../../../accounts/audit-log/audit-log.sql.ts";
import { momentLabel } from "../../parts/values";
import type { CredentialKind } from "../../../platform/crypto/credential-secret";
import { scopesText } from "../credentials/credential-kind";
import { parseStored } from "../../../platform/reading/json";

/** The labels of the actions. The page shows the target's name after it. `credential` is replaced by its kind. */
const ACTION_LABELS: Readonly<Record<AuditAction, string>> = {
  "credential.created": "Created the credential",
  "credential.updated": "Changed the credential",
  "credential.rotated": "Rotated the credential",
  "credential.revoked": "Revoked the credential",
  "member.offered": "Invited",
  "member.withdrawn": "Withdrew the invitation for",
  "member.added": "Added the member",
  "member.role_changed": "Changed the role of",
  "member.permissions_changed": "Changed the permissions of",
  "member.removed": "Removed the member",
  "member.invited": "Created a password link for",
  "member.account_replaced": "Replaced the account of",
  "member.renamed": "Changed the name of",
  "member.second_factor_enabled": "Turned on the second factor of",
  "member.second_factor_disabled": "Turned off the second factor of",
  "member.second_factor_reset": "Reset the second factor of",
  "member.recovery_codes_replaced": "Created new recovery codes of",
  "link.created": "Created the link of",
  "link.revoked": "Revoked the link of",
  "connection.created": "Created the connection",
  "connection.updated": "Changed the connection",
  "connection.deleted": "Deleted the connection",
  "connection.secret_rotated": "Rotated the secret of the connection",
  "endpoint.created": "Created the webhook endpoint",
  "endpoint.updated": "Changed the webhook endpoint",
  "endpoint.deleted": "Deleted the webhook endpoint",
  "endpoint.secret_rotated": "Rotated the secret of the webhook endpoint",
  "organization.updated": "Changed the organization",
  "organization.moved": "Moved to another database",
  "organization.restored": "Organization restored from an export",
  "organization.deleted": "Organization deleted",
  "organization.undeleted": "Deletion undone",
  "person.erased": "Erased a person's data:",
};

/** The label of an action. Returns the name of an unknown action unchanged. */
export function actionLabel({ action, details }: Pick<AuditRow, "action" | "details">): string {
  if (!Object.hasOwn(ACTION_LABELS, action)) return action;
  const { kind } = parseStored<{ kind?: string }>(details);
  return ACTION_LABELS[action as AuditAction].replace("credential", KINDS[kind ?? ""] ?? "credential");
}

const KINDS: Readonly<Record<string, string>> = { api_key: "API key", api_token: "API token" };

const ACTORS: Readonly<Record<AuditRow["actor_kind"], string>> = {
  user: "",
  credential: "with an API token",
  supplier: "with the link of the supplier",
  buyer: "with the link of the buyer",
  operator: "service operator",
  system: "automatic",
};

export function actorLabel(kind: AuditRow["actor_kind"]): string {
  return ACTORS[kind];
}

/** What details are called, unless their names say it. */
const NAMES: Readonly<Record<string, string>> = {
  allowed_ips: "allowed IP addresses",
  api_hint: "key ends with",
  backfill_since: "reads past orders since",
  daily_quota: "requests per day",
  expires_at: "expires",
  hint: "ends with",
  link_until: "link valid until",
  money: "sees costs and profit",
  overlap_hours: "hours of overlap",
  property_map: "mapped properties",
  rate_limit: "requests per minute",
  reads: "reads",
  region: "counts requests in",
  replaces_unseen: "replaced a lost secret",
  roll_up_status: "order follows items",
  send_fulfillments: "sends fulfillments to the shop",
  shop_url: "URL of the shop",
  url: "URL",
};

/** Values that are names of the API. */
const VALUES: Readonly<Record<string, string>> = { nearest: "from the nearest replica", primary: "from the primary database" };

/** A time as toISOString writes it. */
const ISO_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** What the text of a value depends on: its name, the kind of the credential and the time zone. */
interface ValueContext {
  name: string;
  kind: CredentialKind;
  zone: string;
}

function valueText(value: unknown, { name, kind, zone }: ValueContext): string {
  if (value === null || value === "") return "none";
  if (Array.isArray(value) && name === "scopes") return scopesText(kind, value);
  if (Array.isArray(value)) return value.length === 0 ? "any" : value.join(", ");
  if (typeof value === "boolean") return value ? "yes" : "no";
  if (typeof value === "number") return String(value);
  if (typeof value !== "string") return JSON.stringify(value);
  if (Object.hasOwn(VALUES, value)) return VALUES[value] ?? value;
  // The last day, as in the list of credentials.
  if (name === "expires_at") return momentLabel(Date.parse(value) - 1, zone, { time: false });
  return ISO_TIME.test(value) ? momentLabel(Date.parse(value), zone, { time: true }) : value;
}

interface Change {
  from: unknown;
  to: unknown;
}

function isChange(value: unknown): value is Change {
  return typeof value === "object" && value !== null && "from" in value && "to" in value;
}

function changeText({ from, to }: Change, context: ValueContext): string {
  if (!Array.isArray(from) || !Array.isArray(to)) return `${valueText(from, context)} → ${valueText(to, context)}`;
  // As a list of one, an item is shown as in a list: a scope by its name.
  const added = to.filter((item) => !from.includes(item)).map((item) => `+ ${valueText([item], context)}`);
  const removed = from.filter((item) => !to.includes(item)).map((item) => `− ${valueText([item], context)}`);
  return [...added, ...removed].join(", ");
}

/** The details of an entry as texts, with times in `zone`. Null, false, empty lists and what a new credential has by default are left out. */
export function detailLabels(details: string, zone: string): { name: string; text: string }[] {
  const values = parseStored<Record<string, unknown>>(details);
  const kind = values["kind"] === "api_key" ? "api_key" : "api_token";
  return Object.entries(values).flatMap(([name, value]) => {
    const isEmpty = value === null || value === false || (Array.isArray(value) && value.length === 0);
    // People see no id of a link.
    if (isEmpty || name === "kind" || name === "link" || (name === "reads" && value === "primary")) return [];
    const context = { name, kind, zone } as const;
    return [
      { name: NAMES[name] ?? name.replaceAll("_", " "), text: isChange(value) ? changeText(value, context) : valueText(value, context) },
    ];
  });
}
