import * as z from "zod";
import { one, open, resource } from "../platform/http/endpoint";

const route = resource("Service", open("Monitors have no credential. The response reveals only that the Worker runs."));

/** GET /health. */
export const health = route.get("/health", {
  operationId: "getHealth",
  summary: "Check the health of the service",
  responses: { 200: z.strictObject({ status: z.literal("ok") }) },
  handle: async () => one({ status: "ok" }),
});
