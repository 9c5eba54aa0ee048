import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";

/** POST /orders/{id}/notes. */
export const NewNote = z.object({ content: requiredText(5000) });
