import type { Endpoint } from "../../http/endpoint";
import { me } from "../me";
import { analyticsEndpoints } from "./analytics/endpoints";
import { eventEndpoints } from "./events/endpoints";
import { fulfillmentEndpoints } from "./fulfillments/endpoints";
import { orderItemEndpoints } from "./order-items/endpoints";
import { orderEndpoints } from "./orders/endpoints";
import { storeEndpoints } from "./stores/endpoints";
import { ticketEndpoints } from "./tickets/endpoints";
import { webhookEndpoints } from "./webhooks/routes";

/** Every endpoint of v2. */
export const v2Endpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...orderItemEndpoints,
  ...fulfillmentEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  ...storeEndpoints,
  ...ticketEndpoints,
  ...analyticsEndpoints,
  me("getMeV2"),
];
