import type { Role } from "../../sign-in/sessions.sql.ts";

/** The roles with a short explanation. */
export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner: everything, other owners too",
  admin: "Admin: everything but owners",
  member: "Member: orders, products and all daily work",
  viewer: "Viewer: looks, and changes nothing",
};

/** The options of a role field. */
export function roleOptions(roles: readonly Role[]): readonly (readonly [role: Role, label: string])[] {
  return roles.map((role) => [role, ROLE_LABELS[role]]);
}
