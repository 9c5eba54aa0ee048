import { settingsOf, type Settings } from "../env";
import { databaseOfDeliveries } from "../platform/db/database";
import type { OrganizationsDb } from "../platform/db/organizations-db";
import type { Queues } from "./relay";

/** What deliveries are made with. */
export interface DeliveryEngine {
  db: OrganizationsDb;
  queues: Queues;
  settings: Settings;
}

export function deliveryEngine(env: Env): DeliveryEngine {
  return { db: databaseOfDeliveries(env), queues: env, settings: settingsOf(env) };
}
