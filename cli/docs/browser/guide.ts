/** Enhances the pages of the guide, which can be read without this script. */
import { addCopyButtons } from "./copy-code.ts";
import { showOwnAddress } from "./own-address.ts";
import { requiredElement } from "./required-element.ts";
import { addSearch } from "./search.ts";

const status = requiredElement("status");
showOwnAddress();
addCopyButtons((message) => (status.textContent = message));
addSearch(document.currentScript?.dataset["index"] ?? "");
