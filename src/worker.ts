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
    // Whichever of the two clocks is ahead: one that is behind would take what is under way for what a wrong clock has left.
    await sweep(env, Math.max(controller.scheduledTime, Date.now()));
  },
} satisfies ExportedHandler<Env>;
