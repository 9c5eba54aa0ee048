import { PageLink } from "../../../console/parts/link";
import { Preview } from "../../../console/parts/thumbnail";
import { Age } from "../../../console/parts/values";
import { countText } from "../../../console/count-text";
import { fileTypeNamed } from "../file-type";
import type { ShownFile } from "../read-file";

const KILOBYTE = 1000;
const UNITS = ["bytes", "KB", "MB"] as const;

/** A size as people say it: 1.2 MB. */
export function sizeText(bytes: number): string {
  // Three digits are one unit further. MB is the largest, because a file has at most 100 MB.
  const power = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  const value = bytes / KILOBYTE ** power;
  return `${value >= 10 || power === 0 ? countText(Math.round(value)) : value.toFixed(1)} ${UNITS[power] ?? ""}`;
}

/** The type of a file as people know it: its usual extension. */
export const typeText = ({ content_type }: Pick<ShownFile, "content_type">): string =>
  (fileTypeNamed(content_type)?.extensions[0] ?? content_type).toUpperCase();

export const FILE_COLUMNS = ["File", "Type", { name: "Size", figures: true }, "Pixels", "Uploaded by", "Uploaded"] as const;

/** The cells of a file in a table. */
export function fileCells(file: ShownFile) {
  return [
    <span class="file">
      <Preview id={file.id} />
      <PageLink page={`/files/${file.id}`}>{file.name}</PageLink>
    </span>,
    typeText(file),
    sizeText(file.bytes),
    file.width === null || file.height === null ? null : `${file.width} × ${file.height}`,
    file.actor_name,
    <Age at={file.created_at} />,
  ];
}
