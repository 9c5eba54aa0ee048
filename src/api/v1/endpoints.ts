import type { Endpoint } from "../../http/endpoint";
import { me } from "../me";
import { expenseEndpoints } from "./expenses/endpoints";
import { noteEndpoints } from "./notes/endpoints";
import { orderItemEndpoints } from "./order-items/endpoints";
import { orderEndpoints } from "./orders/endpoints";
import { productEndpoints } from "./products/endpoints";
import { serviceEndpoints } from "./service/endpoints";
import { storeEndpoints } from "./stores/endpoints";
import { trackingEndpoints } from "./tracking/endpoints";

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
