import { app } from "./app";
import { settingsOf } from "./env";
import { controlDb, organizationDatabases } from "./platform/db/database";
import { hasValidSettings } from "./platform/http/settings-check";

export { Gate } from "./platform/gate/gate";

/** How long a queue message waits while a setting is invalid. Its delivery is in the database, where the recovery job finds it anyway. */
const SETTINGS_RETRY_SECONDS = 60;

export default {
  fetch: app.fetch,
  // Loaded when first needed, as the surfaces are: an isolate that answers requests needs neither.
  queue: async (batch, env) => {
    if (!hasValidSettings(env)) {
      batch.retryAll({ delaySeconds: SETTINGS_RETRY_SECONDS });
      return;
    }
    const { consume } = await import("./webhooks/consume");
    await consume(batch, env);
  },
  scheduled: async (controller, env) => {
    // In maintenance nothing is changed by itself either.
    if (!hasValidSettings(env) || settingsOf(env).MAINTENANCE) return;
    const [{ runRecoveryJob }, { purgeEndedSignIns }, { backfillRefundedTaxes }, { backfillOrderSizes }, { backfillSortKeys }] =
      await Promise.all([
        import("./webhooks/recovery-job"),
        import("./accounts/sign-in/purge-sign-ins"),
        import("./orders/backfill/refunded-tax"),
        import("./orders/backfill/order-sizes"),
        import("./backfill/sort-keys"),
      ]);
    // Whichever of the two clocks is ahead: one that is behind would take what is under way for what a wrong clock has left.
    const now = Math.max(controller.scheduledTime, Date.now());
    await runRecoveryJob(env, now);
    await purgeEndedSignIns(controlDb(env, { now }));
    for (const backfill of [backfillRefundedTaxes, backfillOrderSizes, backfillSortKeys]) await backfill(organizationDatabases(env));
  },
} satisfies ExportedHandler<Env>;
