import { app } from "./app";
import { DIRECTORY, isInMaintenance, settingsOf } from "../platform/env";
import { hasValidSettings } from "../platform/http/settings-check";

export { Gate } from "./gate";

/** The retry delay of a queue message while a setting is invalid. Its delivery is in the database, so the delivery job finds it anyway. */
const SETTINGS_RETRY_SECONDS = 60;

export default {
  fetch: app.fetch,
  // Modules of queue and cron are loaded on demand, because an isolate that serves requests needs neither. Those of cron: jobs.ts.
  queue: async (batch, env, ctx) => {
    if (!hasValidSettings(env)) {
      batch.retryAll({ delaySeconds: SETTINGS_RETRY_SECONDS });
      return;
    }
    const { consume } = await import("../resources/webhooks/consume");
    await consume(batch, env, ctx);
  },
  scheduled: async (controller, env) => {
    // In maintenance, scheduled jobs do not run either.
    if (!hasValidSettings(env) || isInMaintenance(settingsOf(env), DIRECTORY)) return;
    const { runJobs } = await import("./jobs");
    // We use the clock that is ahead. With one that is behind, jobs would mistake current work for leftovers of a wrong clock.
    const now = Math.max(controller.scheduledTime, Date.now());
    await runJobs(env, controller.cron, now, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
