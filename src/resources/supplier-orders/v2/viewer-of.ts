import type { Principal } from "../../../platform/http/principal";
import type { Viewer } from "../viewer";

/** Who a request acts for. */
export const viewerOf = (principal: Pick<Principal, "supplierId">): Viewer => principal.supplierId ?? null;
