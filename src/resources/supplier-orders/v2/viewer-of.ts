import type { Principal } from "../../../platform/http/principal";
import type { Viewer } from "../viewer";

/** Whoever makes a request, as far as it matters here. */
export type Requester = Pick<Principal, "supplierId">;

/** Who a request acts for. */
export const viewerOf = (principal: Requester): Viewer => principal.supplierId ?? null;
