import type { Route } from "../page";
import { auditLogPage } from "./audit-log-page";
import { KEYS, TOKENS } from "./credential-kind";
import { credentialListPage } from "./credential-list-page";
import { credentialRoutes } from "./credential-page";
import { changeRoleForm, memberLinkForm, memberPage, removeMemberForm } from "./member-page";
import { membersPage, withdrawInvitationForm } from "./members-page";
import { newCredentialRoutes } from "./new-credential-page";
import { newMemberForm, newMemberPage } from "./new-member-page";
import { organizationForm, organizationPage } from "./organization-page";

/** Credentials, members, the organization and its audit log. */
export const settingsRoutes: readonly Route[] = [
  ...[TOKENS, KEYS].flatMap((words) => [credentialListPage(words), ...newCredentialRoutes(words), ...credentialRoutes(words)]),
  membersPage,
  newMemberPage,
  newMemberForm,
  withdrawInvitationForm,
  memberPage,
  changeRoleForm,
  memberLinkForm,
  removeMemberForm,
  organizationPage,
  organizationForm,
  auditLogPage,
];
