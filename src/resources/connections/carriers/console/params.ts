import * as z from "zod";
import { CarrierPath, ReportPath } from "../v2/contract";

/** The ids in the paths of the console, where `:id` is a connection to a shop. */
export const CarrierParam = z.object({ carrier_id: CarrierPath.shape.id });
export const ReportParam = CarrierParam.extend({ report_id: ReportPath.shape.report_id });
