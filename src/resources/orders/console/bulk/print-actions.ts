import { type DocumentName, DOCUMENT_NAMES } from "../print/print-page";

/** The document that each button of the print menu leads to, by the button's value. */
export const PRINTS: ReadonlyMap<string, DocumentName> = new Map(DOCUMENT_NAMES.map((name) => [`print_${name}`, name]));
