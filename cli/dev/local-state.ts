import { resolve } from "node:path";

/** Where `wrangler dev` keeps the local database unless it is told otherwise. */
export const DEFAULT_STATE = ".wrangler/state";

/** The environment variable by which `npm run dev -- --state` tells the build step which folder it uses. */
export const STATE_VARIABLE = "ORDER_OPERATIONS_STATE";

/** The state folder that the build step prepares. */
export function localState(root: string): string {
  return resolve(root, process.env[STATE_VARIABLE] || DEFAULT_STATE);
}
