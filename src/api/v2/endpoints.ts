import type { Endpoint } from "../../http/endpoint";
import { orderEndpoints } from "./orders/endpoints";
import { webhookEndpoints } from "./webhooks/routes";

/** Every endpoint of v2. */
export const v2Endpoints: readonly Endpoint[] = [...orderEndpoints, ...webhookEndpoints];
