import { app } from "./app";

export { Gate } from "./gate/gate";

export default {
  fetch: app.fetch,
  // Loaded when first needed, as the surfaces are: an isolate that answers requests needs neither.
  queue: async (batch, env) => {
    const { consume } = await import("./webhooks/consume");
    await consume(batch, env);
  },
  scheduled: async (controller, env) => {
    const { sweep } = await import("./webhooks/sweep");
    await sweep(env, controller.scheduledTime);
  },
} satisfies ExportedHandler<Env>;
