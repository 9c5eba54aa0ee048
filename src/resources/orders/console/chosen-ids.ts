import * as z from "zod";
import { MAX_BULK_ACTION_IDS } from "../order-limits";

/** Characters that the ids of MAX_BULK_ACTION_IDS orders never exceed, with their commas. */
export const MAX_IDS_LENGTH = 4000;

/** The ids of selected orders in a URL, separated by commas. Each counts once. `verb`: what is done with them. */
export const chosenIds = (verb: "printed" | "exported" | "sent") =>
  z
    .string()
    .max(MAX_IDS_LENGTH)
    .regex(/^(?:\d{1,15}(?:,\d{1,15})*)?$/, "Expected ids of orders, separated by commas.")
    .transform((text) => [...new Set(text === "" ? [] : text.split(",").map(Number))])
    .refine((ids) => ids.length <= MAX_BULK_ACTION_IDS, `At most ${MAX_BULK_ACTION_IDS} orders can be ${verb} at once.`);
