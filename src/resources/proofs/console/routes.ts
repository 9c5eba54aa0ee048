import type { Route } from "../../../console/page";
import { proofsPage } from "./list-page";
import { newProofRoutes } from "./new-proof-page";
import { proofRoutes as proofPageRoutes } from "./proof-page";
import { sendProofRoutes } from "./send-page";

// `/production/proofs/send` must come before `/production/proofs/:id`, which would match it.
export const proofRoutes: readonly Route[] = [proofsPage, ...sendProofRoutes, ...newProofRoutes, ...proofPageRoutes];
