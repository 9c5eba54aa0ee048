import type { Endpoint } from "../../platform/http/endpoint";
import { me } from "../../accounts/me";
import { expenseEndpoints } from "../../resources/expenses/v1/endpoints";
import { noteEndpoints } from "../../resources/orders/notes/v1/endpoints";
import { orderItemEndpoints } from "../../resources/orders/items/v1/endpoints";
import { orderEndpoints } from "../../resources/orders/v1/endpoints";
import { productEndpoints } from "../../resources/products/v1/endpoints";
import { serviceEndpoints } from "./service";
import { storeEndpoints } from "../../resources/stores/v1/endpoints";
import { trackingEndpoints } from "../../resources/orders/fulfillments/v1/endpoints";

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
