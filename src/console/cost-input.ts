import * as z from "zod";
import { AmountInput } from "../platform/values/money";

/** What a person writes as the cost of an item: 0 or more. The API takes less, as sources have it. Its output is in stored units. */
export const CostInput = z.number().min(0).pipe(AmountInput);
