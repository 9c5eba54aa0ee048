import type { Endpoint } from "../../http/endpoint";
import { me } from "../me";
import { orderEndpoints } from "./orders/endpoints";
import { webhookEndpoints } from "./webhooks/routes";

/** Every endpoint of v2. */
export const v2Endpoints: readonly Endpoint[] = [...orderEndpoints, ...webhookEndpoints, me("meV2")];
