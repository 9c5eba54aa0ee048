/**
 * What was done. An invitation to a new member is `offered`, and `withdrawn` if somebody takes it back. `invited` is a link with which a member
 * chooses a new password, and `account_replaced` its use, if the membership has moved to the account that used it. `permissions_changed` is a change of
 * the permission "money" alone.
 */
export type AuditAction =
  | `credential.${"created" | "updated" | "rotated" | "revoked"}`
  | `member.${"offered" | "withdrawn" | "added" | "role_changed" | "permissions_changed" | "removed" | "invited" | "account_replaced" | "renamed"}`
  | `member.${"second_factor_enabled" | "second_factor_disabled" | "second_factor_reset" | "recovery_codes_replaced"}`
  | `endpoint.${"created" | "updated" | "deleted" | "secret_rotated"}`
  | `link.${"created" | "revoked"}`
  | `connection.${"created" | "updated" | "deleted" | "secret_rotated"}`
  | `organization.${"updated" | "moved" | "restored" | "deleted" | "undeleted"}`
  | "person.erased";

type SubjectOf<Action> = Action extends `${infer Subject}.${string}` ? Subject : never;
/** What an entry can be about: the first part of the names of its actions. */
export type AuditSubject = SubjectOf<AuditAction>;
