import type { Endpoint } from "../platform/http/endpoint";
import { me } from "../accounts/me";
import { expenseEndpoints } from "../expenses/v1/endpoints";
import { noteEndpoints } from "../orders/notes/v1/endpoints";
import { orderItemEndpoints } from "../orders/items/v1/endpoints";
import { orderEndpoints } from "../orders/v1/endpoints";
import { productEndpoints } from "../products/v1/endpoints";
import { serviceEndpoints } from "./service";
import { storeEndpoints } from "../stores/v1/endpoints";
import { trackingEndpoints } from "../orders/fulfillments/v1/endpoints";

/** Every endpoint of Public V1. */
export const v1Endpoints: readonly Endpoint[] = [
  ...orderEndpoints,
  ...orderItemEndpoints,
  ...noteEndpoints,
  ...trackingEndpoints,
  ...productEndpoints,
  ...storeEndpoints,
  ...expenseEndpoints,
  me("getMe"),
  ...serviceEndpoints,
];
