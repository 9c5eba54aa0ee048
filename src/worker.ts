import { app } from "./app";
import { consume } from "./webhooks/consume";
import { sweep } from "./webhooks/sweep";

export { Gate } from "./gate/gate";

export default {
  fetch: app.fetch,
  queue: consume,
  scheduled: (controller, env) => sweep(env, controller.scheduledTime),
} satisfies ExportedHandler<Env>;
