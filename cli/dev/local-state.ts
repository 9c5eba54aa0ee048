import { resolve } from "node:path";

/** The default folder of `wrangler dev` for the local database. */
export const DEFAULT_STATE = ".wrangler/state";

/** `npm run dev -- --state` passes its folder to the build step in this environment variable. */
export const STATE_VARIABLE = "ORDER_OPERATIONS_STATE";

/** The state folder that the build step prepares. */
export function localState(root: string): string {
  return resolve(root, process.env[STATE_VARIABLE] || DEFAULT_STATE);
}
