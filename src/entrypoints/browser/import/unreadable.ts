import { UnknownFormat } from "../../../resources/orders/files/recognize.ts";
import { UnreadableFile } from "../../../resources/orders/files/text-file.ts";
import { element, notice } from "./element.ts";

/** The columns by which each format is recognized. */
function expectedColumns({ expected }: UnknownFormat): HTMLElement {
  const formats = expected.map(({ format, columns }) => element("li", {}, element("strong", {}, `${format}:`), ` ${columns.join(", ")}`));
  return element("ul", {}, ...formats);
}

/** Why a file could not be read. */
export function unreadableNotice(error: unknown): HTMLElement {
  if (error instanceof UnknownFormat) {
    const advice = `${error.problem} A format is recognized by the columns below. Choose the format if you know it.`;
    return notice("bad", element("p", {}, advice), expectedColumns(error));
  }
  return notice("bad", error instanceof UnreadableFile ? error.message : "This file could not be read. Choose it again.");
}

/** Why a file is not read yet, if its columns can be chosen below. That is no error. */
export function columnQuestion(error: unknown): HTMLElement[] {
  if (!(error instanceof UnknownFormat)) return [];
  return [
    element("p", {}, `${error.problem} Say below what they are, or choose the format above if you know it.`),
    element("details", {}, element("summary", {}, "Columns of the known exports"), expectedColumns(error)),
  ];
}
