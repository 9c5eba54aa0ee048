import { type DocumentName, DOCUMENT_NAMES } from "../print/print-page";

// The buttons of the bar that lead to a page or a file instead of changing the orders.

/** The document that each button of the print menu leads to, by the button's value. */
export const PRINTS: ReadonlyMap<string, DocumentName> = new Map(DOCUMENT_NAMES.map((name) => [`print_${name}`, name]));

/** The button that ships the selected orders one after another. */
export const SHIP_EACH = "ship_each";

/** The button that downloads the selected orders. */
export const EXPORT = "export";
