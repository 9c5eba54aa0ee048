import type { Route } from "../../page";
import { auditLogPage } from "./audit-log-page";
import { KEYS, TOKENS } from "../credentials/credential-kind";
import { credentialListPage } from "../credentials/credential-list-page";
import { credentialRoutes } from "../credentials/credential-page";
import { memberRoutes } from "../members/member-page";
import { membersPage } from "../members/members-page";
import { pickMembers } from "../members/pick-members";
import { newCredentialRoutes } from "../credentials/new-credential-page";
import { renewInvitationForm, withdrawInvitationForm } from "../members/invitations";
import { newMemberRoutes } from "../members/new-member-page";
import { organizationRoutes } from "./organization-page";

export const settingsRoutes: readonly Route[] = [
  ...[TOKENS, KEYS].flatMap((labels) => [credentialListPage(labels), ...newCredentialRoutes(labels), ...credentialRoutes(labels)]),
  membersPage,
  pickMembers,
  ...newMemberRoutes,
  renewInvitationForm,
  withdrawInvitationForm,
  ...memberRoutes,
  ...organizationRoutes,
  auditLogPage,
];
