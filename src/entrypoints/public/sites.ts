import type { PublicSite } from "../../public/public-page";

/** What is behind the links of each purpose. */
export const PUBLIC_SITES: readonly PublicSite[] = [];
