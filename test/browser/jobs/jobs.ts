import { CORRECTING } from "./correcting.ts";
import type { Job } from "./job.ts";
import { BACK_OFFICE } from "./back-office.ts";
import { MOVING } from "./moving.ts";
import { PRODUCING } from "./producing.ts";
import { SETTING_UP } from "./setting-up.ts";
import { SHIPPING } from "./shipping.ts";

/** A seller's daily jobs. They change the same shop, so their order matters. */
export const JOBS: readonly Job[] = [...MOVING, ...SHIPPING, ...CORRECTING, ...BACK_OFFICE, ...SETTING_UP, ...PRODUCING];
