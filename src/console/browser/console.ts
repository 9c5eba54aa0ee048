/** What the pages do beyond reading and sending: every one of them works without it. */
import { askBefore, sendOnce } from "./forms.ts";
import { copyButtons } from "./copy.ts";
import { keys } from "./keys.ts";

sendOnce();
askBefore();
copyButtons();
keys();
