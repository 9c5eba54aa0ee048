import type { Endpoint } from "../platform/http/endpoint";
import { me } from "../accounts/me";
import { analyticsEndpoints } from "../analytics/v2/endpoints";
import { eventEndpoints } from "../events/v2/endpoints";
import { fulfillmentEndpoints } from "../orders/fulfillments/v2/endpoints";
import { bulkActionEndpoints } from "../orders/bulk-actions/v2/endpoints";
import { bulkUpdateEndpoints } from "../orders/bulk-updates/v2/endpoints";
import { orderItemEndpoints } from "../orders/items/v2/endpoints";
import { catalogEndpoints } from "../orders/catalog/v2/endpoints";
import { orderEndpoints } from "../orders/v2/endpoints";
import { productEndpointsV2 } from "../products/v2/endpoints";
import { expenseEndpointsV2 } from "../expenses/v2/endpoints";
import { noteEndpointsV2 } from "../orders/notes/v2/endpoints";
import { storeEndpoints } from "../stores/v2/endpoints";
import { ticketEndpoints } from "../tickets/v2/endpoints";
import { carrierEndpoints } from "../connections/carriers/v2/endpoints";
import { connectionEndpoints } from "../connections/v2/endpoints";
import { webhookEndpoints } from "../webhooks/v2/endpoints";

/** Every endpoint of v2. */
export const v2Endpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...noteEndpointsV2,
  ...orderItemEndpoints,
  ...bulkActionEndpoints,
  ...bulkUpdateEndpoints,
  ...fulfillmentEndpoints,
  ...productEndpointsV2,
  ...catalogEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  ...connectionEndpoints,
  ...carrierEndpoints,
  ...storeEndpoints,
  ...ticketEndpoints,
  ...expenseEndpointsV2,
  ...analyticsEndpoints,
  me("getMeV2"),
];
