import type { PublicSite } from "../../public/public-page";
import { orderProofsSite } from "../../resources/proofs/public/site";

/** What is behind the links of each purpose. */
export const PUBLIC_SITES: readonly PublicSite[] = [orderProofsSite];
