import * as z from "zod";
import { requiredText } from "../../../platform/http/input/text";

export const NewNote = z.object({ content: requiredText(5000) });
