import type { PublicSite } from "../../public/public-page";
import { orderProofsSite } from "../../resources/proofs/public/site";
import { SUPPLIER_SITES } from "../../resources/supplier-orders/public/sites";

/** What is behind the links of each purpose. */
export const PUBLIC_SITES: readonly PublicSite[] = [...SUPPLIER_SITES, orderProofsSite];
