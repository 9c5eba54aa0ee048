import type { Endpoint } from "../../http/endpoint";
import { orderItemEndpoints } from "./order-items/endpoints";
import { orderEndpoints } from "./orders/endpoints";
import { serviceEndpoints } from "./service/endpoints";

/** Every endpoint of Public V1. */
export const v1Endpoints: readonly Endpoint[] = [...orderEndpoints, ...orderItemEndpoints, ...serviceEndpoints];
