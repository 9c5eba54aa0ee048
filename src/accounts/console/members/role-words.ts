import type { Role } from "../../sign-in/sessions.sql.ts";

/** What each role may, in a few words. */
export const ROLE_WORDS: Readonly<Record<Role, string>> = {
  owner: "Owner: everything, other owners too",
  admin: "Admin: everything but owners",
  member: "Member: orders, products and all daily work",
  viewer: "Viewer: looks, and changes nothing",
};

/** Roles as a choice shows them. */
export function roleOptions(roles: readonly Role[]): readonly (readonly [role: Role, words: string])[] {
  return roles.map((role) => [role, ROLE_WORDS[role]]);
}
