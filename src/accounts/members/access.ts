import type { Role } from "../sign-in/sessions.sql.ts";

/** What a member may do: what the role allows, and with `money` also to see costs, profit, expenses and analytics. */
export interface Access {
  role: Role;
  money: boolean;
}

/** The access as a membership has it. */
export interface StoredAccess {
  role: Role;
  /** 1: the permission "money" in addition to the role (`storedAccess`). */
  money: number;
}

/** Whether a role includes the permission "money". */
export function includesMoney(role: Role): boolean {
  return role === "owner" || role === "admin";
}

export function hasMoney({ role, money }: Access): boolean {
  return includesMoney(role) || money;
}

export function accessOf({ role, money }: StoredAccess): Access {
  return { role, money: money === 1 };
}

/** A role that includes "money" is stored without it, so that a member who gets a lower role later has it only if somebody gives it to them. */
export function storedAccess({ role, money }: Access): StoredAccess {
  return { role, money: money && !includesMoney(role) ? 1 : 0 };
}

/** What an entry of the audit log says of an access. */
export function accessDetails({ role, money }: StoredAccess): Record<string, unknown> {
  return money === 1 ? { role, money: true } : { role };
}

export function isSameAccess(one: StoredAccess, other: StoredAccess): boolean {
  return one.role === other.role && one.money === other.money;
}
