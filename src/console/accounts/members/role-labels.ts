import { accessOf, hasMoney, type StoredAccess } from "../../../accounts/members/access";
import type { Role } from "../../../accounts/sign-in/sessions.sql.ts";
import { capitalized } from "../../parts/values";

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner: full access, including managing owners",
  admin: "Admin: full access, except managing owners",
  member: "Member: orders, products and all daily work, without connections, webhooks and settings",
  viewer: "Viewer: read only",
};

export function roleOptions(roles: readonly Role[]): readonly (readonly [role: Role, label: string])[] {
  return roles.map((role) => [role, capitalized(role)]);
}

/** What each of these roles may do, as the hint of their choice. */
export const roleHint = (roles: readonly Role[]): string => roles.map((role) => `${ROLE_LABELS[role]}.`).join(" ");

/** The column with `moneyLabel`. */
export const MONEY_COLUMN = "Costs and profit";

export function moneyLabel(access: StoredAccess): string {
  return hasMoney(accessOf(access)) ? "Yes" : "No";
}
