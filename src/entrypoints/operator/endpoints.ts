import { operatorResetLink, upsertMember } from "../../accounts/members/members";
import { operatorResetSecondFactor } from "../../accounts/members/second-factor-reset";
import { hasMoney, includesMoney } from "../../accounts/members/access";
import { passwordError } from "../../accounts/sign-in/password-rules";
import { createOrganization } from "../../accounts/create-organization";
import { momentText } from "../../platform/values/zone";
import { created, ok, operator, resource } from "../../platform/http/endpoint";
import { withPasswordPlace } from "../../platform/http/password-queue";
import { invalid } from "../../platform/api-error";
import {
  InvitationResponse,
  MemberResponse,
  MemberPath,
  NewMember,
  NewOrganization,
  OrganizationResponse,
  OrganizationPath,
  SecondFactorResponse,
} from "../../accounts/contract";
import { backupEndpoints } from "./backup";
import { credentialEndpoints } from "./credential-endpoints";
import { deletionEndpoints } from "./deletion";
import { doctorEndpoints } from "./doctor";
import { listDatabases } from "./databases";
import { missingFilesEndpoints } from "./missing-files";
import { moveEndpoints } from "./moves";
import { personalDataEndpoints } from "./personal-data";
import { chooseDatabase } from "./placement";
import { controlAsOperator, organizationOf, presentOrganization } from "../../accounts/operator";
import { restoreAllEndpoints } from "./restore-all";
import { organizationReads } from "./organizations";
import { statusEndpoints } from "./status";
import { storeEndpoints } from "./stores";
import { transferEndpoints } from "./transfer";

const route = resource("Operator", operator, operator);

/** The deployer's API (docs/spec/operator.md). */
export const operatorEndpoints = [
  route.post("/organizations", {
    operationId: "createOrganization",
    hasNoLocation: true,
    summary: "Create an organization",
    input: { json: NewOrganization },
    responses: { 201: OrganizationResponse },
    errors: ["conflict"],
    handle: async ({ env, control, json: { id: chosenId, database: requestedDatabase, region, for_restore, ...values }, now }) => {
      const row = await createOrganization(env, control, {
        ...values,
        chosenId,
        closed_for: for_restore ? "restore" : null,
        database: await chooseDatabase(env, now, { database: requestedDatabase, region }),
      });
      return created(presentOrganization(row), null);
    },
  }),
  ...organizationReads,
  ...statusEndpoints,
  listDatabases,
  ...moveEndpoints,
  ...personalDataEndpoints,
  ...transferEndpoints,
  ...missingFilesEndpoints,
  ...deletionEndpoints,
  ...doctorEndpoints,
  ...backupEndpoints,
  ...restoreAllEndpoints,
  ...credentialEndpoints,
  ...storeEndpoints,
  route.post("/organizations/:id/members", {
    operationId: "addMember",
    hasNoLocation: true,
    summary: "Add a member",
    description:
      "Creates an account with this password if the person has none. An existing account keeps its password: if you send a different one, the response is 409 `conflict` with the detail `account_exists`. To let the person choose a new password, create a link.",
    errors: ["conflict"],
    input: { param: OrganizationPath, json: NewMember },
    responses: { 201: MemberResponse },
    handle: async ({ env, control, param, json: { email, password, role, money } }) => {
      if (money === false && includesMoney(role)) throw invalid("money", "invalid_value", `Expected true, or no value, for an ${role}.`);
      const { name } = await organizationOf(control, param.id);
      const violation = password === null ? null : passwordError(password, [email, name]);
      if (violation !== null) throw invalid("password", violation.code, violation.message);
      const add = async () => await upsertMember(controlAsOperator(env, control, param.id), { email, password, role, money });
      const { userId, ...access } = await (password === null ? add() : withPasswordPlace({ key: null, isKnown: true }, add));
      return created({ user_id: userId, organization_id: param.id, email, role, money: hasMoney(access) }, null);
    },
  }),
  route.post("/organizations/:id/members/:user_id/invitation", {
    operationId: "inviteMember",
    hasNoLocation: true,
    summary: "Create a link with which a member chooses a password",
    input: { param: MemberPath },
    responses: { 201: InvitationResponse },
    handle: async ({ env, control, param }) => {
      const { path, expiresAt } = await operatorResetLink(controlAsOperator(env, control, param.id), param.user_id);
      return created({ path, expires_at: momentText(expiresAt) }, null);
    },
  }),
  route.delete("/organizations/:id/members/:user_id/second-factor", {
    operationId: "resetSecondFactor",
    summary: "Turn off the second factor of a member",
    description: "For a person who has lost their app and their recovery codes. Their next sign-in needs only the password.",
    input: { param: MemberPath },
    responses: { 200: SecondFactorResponse },
    handle: async ({ env, control, param }) => {
      await operatorResetSecondFactor(controlAsOperator(env, control, param.id), param.user_id);
      return ok({ user_id: param.user_id, second_factor: false });
    },
  }),
];
