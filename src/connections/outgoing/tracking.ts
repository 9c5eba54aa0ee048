import type { Tracking } from "../platforms/adapter";

/** Parses the tracking of a fulfillment as it is stored when it is sent: JSON `[number, carrier, url]`. */
export function parseTracking(json: string): Tracking {
  const [number = null, carrier = null, url = null] = JSON.parse(json) as (string | null)[];
  return { number, carrier, url };
}
