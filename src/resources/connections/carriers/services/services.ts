import { aftership } from "./aftership";
import { easypost } from "./easypost";
import type { CarrierService } from "./names";
import type { CarrierAdapter } from "./service";
import { seventeenTrack } from "./seventeen-track";
import { shippo } from "./shippo";

const ADAPTERS: Readonly<Record<CarrierService, CarrierAdapter>> = { easypost, shippo, aftership, "17track": seventeenTrack };

/** The adapter of a carrier service. */
export function carrierAdapterOf(service: CarrierService): CarrierAdapter {
  return ADAPTERS[service];
}
