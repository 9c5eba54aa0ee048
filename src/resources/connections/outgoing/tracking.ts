import type { Tracking } from "../platforms/adapter";
import { parseStored } from "../../../platform/reading/json";

/** Parses the tracking of a fulfillment as it is stored when it is sent: JSON `[number, carrier, url]`. */
export function parseTracking(json: string): Tracking {
  const [number = null, carrier = null, url = null] = parseStored<(string | null)[]>(json);
  return { number, carrier, url };
}
