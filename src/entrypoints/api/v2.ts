import type { Endpoint } from "../../platform/http/endpoint";
import { me } from "../../accounts/me";
import { analyticsEndpoints } from "../../resources/analytics/v2/endpoints";
import { eventEndpoints } from "../../resources/events/v2/endpoints";
import { fulfillmentEndpoints } from "../../resources/orders/fulfillments/v2/endpoints";
import { refundEndpoints } from "../../resources/orders/refunds/v2/endpoints";
import { bulkActionEndpoints } from "../../resources/orders/bulk-actions/v2/endpoints";
import { bulkUpdateEndpoints } from "../../resources/orders/bulk-updates/v2/endpoints";
import { fileEndpoints } from "../../resources/files/v2/endpoints";
import { holdEndpoints } from "../../resources/orders/holds/v2/endpoints";
import { readinessEndpoints } from "../../resources/orders/readiness/v2";
import { orderItemEndpoints } from "../../resources/orders/items/v2/endpoints";
import { catalogEndpoints } from "../../resources/orders/catalog/v2/endpoints";
import { orderEndpoints } from "../../resources/orders/v2/endpoints";
import { productEndpointsV2 } from "../../resources/products/v2/endpoints";
import { expenseEndpointsV2 } from "../../resources/expenses/v2/endpoints";
import { noteEndpointsV2 } from "../../resources/orders/notes/v2/endpoints";
import { storeEndpoints } from "../../resources/stores/v2/endpoints";
import { supplierEndpoints } from "../../resources/suppliers/v2/endpoints";
import { supplierCostEndpoints } from "../../resources/suppliers/v2/costs";
import { supplierOrderEndpoints } from "../../resources/supplier-orders/v2/endpoints";
import { supplierOrderLinkEndpoints } from "../../resources/supplier-orders/v2/link-endpoints";
import { proofEndpoints } from "../../resources/proofs/v2/endpoints";
import { ticketEndpoints } from "../../resources/tickets/v2/endpoints";
import { ticketMessageEndpoints } from "../../resources/tickets/thread/v2/endpoints";
import { connectionEndpoints } from "../../resources/connections/v2/endpoints";
import { webhookEndpoints } from "../../resources/webhooks/v2/endpoints";

export const v2Endpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...noteEndpointsV2,
  ...orderItemEndpoints,
  ...holdEndpoints,
  ...readinessEndpoints,
  ...bulkActionEndpoints,
  ...bulkUpdateEndpoints,
  ...fulfillmentEndpoints,
  ...refundEndpoints,
  ...fileEndpoints,
  ...productEndpointsV2,
  ...catalogEndpoints,
  ...eventEndpoints,
  ...webhookEndpoints,
  ...connectionEndpoints,
  ...storeEndpoints,
  ...supplierEndpoints,
  ...supplierCostEndpoints,
  ...supplierOrderEndpoints,
  ...supplierOrderLinkEndpoints,
  ...proofEndpoints,
  ...ticketEndpoints,
  ...ticketMessageEndpoints,
  ...expenseEndpointsV2,
  ...analyticsEndpoints,
  me("getMeV2"),
];
