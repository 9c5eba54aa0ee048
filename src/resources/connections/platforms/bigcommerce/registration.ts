import { ShopError } from "../../shop-error";
import type { WebhookRegistration } from "../adapter";
import { idAt, optionalRecord, recordsAt } from "../values";
import { type StoreApi, storeApi } from "./api";

/** The events after which an order may differ. Each needs a webhook of its own: `store/order/*` also sends messages and metafields. */
const SCOPES = [
  "store/order/created",
  "store/order/updated",
  "store/order/archived",
  "store/order/refund/created",
  "store/shipment/created",
  "store/shipment/updated",
] as const;

interface Hook {
  id: string;
  scope: unknown;
  isActive: boolean;
}

/** A store has at most one webhook for a scope and an address, so one page has all of an address. */
const MAX_HOOKS = "250";

/** The webhooks that deliver to an address. Those of other apps are not visible. */
async function hooksTo(api: StoreApi, destination: string): Promise<Hook[]> {
  return await api.get("v3/hooks", { destination, limit: MAX_HOOKS }, (body) =>
    recordsAt(optionalRecord(body)["data"], "data")
      .filter((hook) => hook["destination"] === destination)
      .map((hook) => ({ id: idAt(hook["id"], "data.id"), scope: hook["scope"], isActive: hook["is_active"] === true })),
  );
}

const NOT_FOUND = 404;
const CONFLICT = 409;

/** Whether the shop says that there is nothing to do: another run was faster. */
const isDone = (error: unknown): boolean => error instanceof ShopError && (error.status === NOT_FOUND || error.status === CONFLICT);

/** BigCommerce has no page for webhooks. It switches them off after two days of errors, and after 90 days without events. */
export const registration: WebhookRegistration = {
  register: async (call, access, destination) => {
    const api = storeApi(call, access);
    const hooks = await hooksTo(api, destination);
    for (const scope of SCOPES) {
      const hook = hooks.find((each) => each.scope === scope);
      const wanted = { scope, destination, is_active: true };
      try {
        if (hook === undefined) await api.write("POST", "v3/hooks", wanted, () => undefined);
        else if (!hook.isActive) await api.write("PUT", `v3/hooks/${hook.id}`, wanted, () => undefined);
      } catch (error) {
        if (!isDone(error)) throw error;
      }
    }
  },

  remove: async (call, access, destination) => {
    const api = storeApi(call, access);
    for (const { id } of await hooksTo(api, destination)) {
      try {
        await api.remove(`v3/hooks/${id}`);
      } catch (error) {
        if (!isDone(error)) throw error;
      }
    }
  },
};
