import * as z from "zod";
import { endpoint, one, open } from "../platform/http/endpoint";

const health = endpoint(
  {
    method: "get",
    path: "/health",
    operationId: "getHealth",
    summary: "Check the health of the service",
    tag: "Service",
    guard: open("Monitors have no credential. The response reveals only that the Worker runs."),
    responses: { 200: z.strictObject({ status: z.literal("ok") }) },
  },
  async () => one({ status: "ok" }),
);

export const serviceEndpoints = [health];
