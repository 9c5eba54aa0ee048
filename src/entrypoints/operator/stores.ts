import * as z from "zod";
import { OrganizationPath } from "../../accounts/contract";
import { organizationOf, OPERATOR } from "../../accounts/operator";
import { conflict, orNotFound } from "../../platform/api-error";
import { WriteConflict } from "../../platform/db/change";
import { created, operator, resource } from "../../platform/http/endpoint";
import { CurrencyInput, requiredText } from "../../platform/http/input/text";
import { newStoreValues } from "../../resources/stores/commands";
import { STORE_PLATFORMS, STORE_TYPES } from "../../resources/stores/store-kinds";
import { PublicStore, presentPublicStore } from "../../resources/stores/store-view";
import { insertStore } from "../../resources/stores/write.sql.ts";
import { organizationRows } from "../../resources/webhooks/organization-rows";

const route = resource("Operator", operator, operator);

const NewStore = z.object({
  name: requiredText(255),
  code: requiredText(64).nullable().default(null),
  platform: z.enum(STORE_PLATFORMS),
  type: z.enum(STORE_TYPES).nullable().default(null),
  currency: CurrencyInput.optional(),
});

export const storeEndpoints = [
  route.post("/organizations/:id/stores", {
    operationId: "createStoreAsOperator",
    hasNoLocation: true,
    summary: "Create a store",
    input: { param: OrganizationPath, json: NewStore },
    responses: { 201: PublicStore },
    handle: async ({ env, control, param, json, now }) => {
      const organization = await organizationOf(control, param.id);
      const { own } = organizationRows(env, organization, { actor: OPERATOR, now });
      const [stored] = await own.commit(insertStore(own, newStoreValues(own, json))).catch((error: unknown) => {
        const message = "A store of this organization has this name or code.";
        throw error instanceof WriteConflict ? conflict("store_taken", message) : error;
      });
      // There always is one: only the type does not say so.
      return created(presentPublicStore(orNotFound(stored)), null);
    },
  }),
];
