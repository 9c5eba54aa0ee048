import { gifSize, jpegSize, photoshopSize, type Pixels, pngSize, webpSize } from "./pixels";

/** A kind of file, recognized by its first bytes. */
interface FileType {
  contentType: string;
  /** The extensions that its names may have. The first one is added to a name with another one. */
  extensions: readonly string[];
  /** Whether a browser may show it in a page of its own. All others are only downloaded. */
  isShown?: true;
  matches: (head: Uint8Array) => boolean;
  size?: (head: Uint8Array) => Pixels | null;
}

const bytesOf = (text: string): Uint8Array => new TextEncoder().encode(text);

function hasAt(head: Uint8Array, offset: number, bytes: Uint8Array): boolean {
  return head.byteLength >= offset + bytes.byteLength && bytes.every((byte, index) => head[offset + index] === byte);
}

const startsWith =
  (...starts: readonly Uint8Array[]) =>
  (head: Uint8Array): boolean =>
    starts.some((bytes) => hasAt(head, 0, bytes));

/** Whether a file is in the container RIFF, with content of this kind. */
const isRiff =
  (kind: string) =>
  (head: Uint8Array): boolean =>
    hasAt(head, 0, bytesOf("RIFF")) && hasAt(head, 8, bytesOf(kind));

/** Whether a file is in the container of ISO media (ISO/IEC 14496-12), with one of these brands. */
const isMedia =
  (...brands: readonly string[]) =>
  (head: Uint8Array): boolean =>
    hasAt(head, 4, bytesOf("ftyp")) && brands.some((brand) => hasAt(head, 8, bytesOf(brand)));

/** How far the beginning of a text is searched for the root element of an SVG. */
const SVG_HEAD_BYTES = 4096;

function isSvg(head: Uint8Array): boolean {
  const text = new TextDecoder().decode(head.subarray(0, SVG_HEAD_BYTES));
  return text.trimStart().startsWith("<") && /<svg[\s>]/i.test(text) && !/<html[\s>]/i.test(text);
}

/** The types of files that are accepted. All others can be uploaded in a ZIP file. */
const FILE_TYPES: readonly FileType[] = [
  {
    contentType: "image/png",
    extensions: ["png"],
    isShown: true,
    matches: startsWith(Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a)),
    size: pngSize,
  },
  {
    contentType: "image/jpeg",
    extensions: ["jpg", "jpeg"],
    isShown: true,
    matches: startsWith(Uint8Array.of(0xff, 0xd8, 0xff)),
    size: jpegSize,
  },
  {
    contentType: "image/gif",
    extensions: ["gif"],
    isShown: true,
    matches: startsWith(bytesOf("GIF87a"), bytesOf("GIF89a")),
    size: gifSize,
  },
  { contentType: "image/webp", extensions: ["webp"], isShown: true, matches: isRiff("WEBP"), size: webpSize },
  { contentType: "application/pdf", extensions: ["pdf", "ai"], matches: startsWith(bytesOf("%PDF-")) },
  {
    contentType: "application/postscript",
    extensions: ["eps", "ai", "ps"],
    matches: startsWith(bytesOf("%!PS"), Uint8Array.of(0xc5, 0xd0, 0xd3, 0xc6)),
  },
  { contentType: "image/vnd.adobe.photoshop", extensions: ["psd", "psb"], matches: startsWith(bytesOf("8BPS")), size: photoshopSize },
  {
    contentType: "image/tiff",
    extensions: ["tif", "tiff"],
    matches: startsWith(Uint8Array.of(0x49, 0x49, 0x2a, 0), Uint8Array.of(0x4d, 0x4d, 0, 0x2a)),
  },
  { contentType: "image/avif", extensions: ["avif"], matches: isMedia("avif", "avis") },
  { contentType: "image/heic", extensions: ["heic", "heif"], matches: isMedia("heic", "heix", "mif1") },
  { contentType: "image/svg+xml", extensions: ["svg"], matches: isSvg },
  { contentType: "application/vnd.corel-draw", extensions: ["cdr"], matches: isRiff("CDR") },
  { contentType: "application/zip", extensions: ["zip", "cdr", "docx", "xlsx"], matches: startsWith(Uint8Array.of(0x50, 0x4b, 3, 4)) },
];

/** The type of a file by the beginning of its bytes, whatever its name is. Null: it is none that is accepted. */
export function fileTypeOf(head: Uint8Array): FileType | null {
  return FILE_TYPES.find(({ matches }) => matches(head)) ?? null;
}

/** The type with this name. Null: there is none. */
export function fileTypeNamed(contentType: string): FileType | null {
  return FILE_TYPES.find((type) => type.contentType === contentType) ?? null;
}

/** The types that a browser may show in a page. */
export const SHOWN_TYPES: readonly string[] = FILE_TYPES.flatMap(({ contentType, isShown }) => (isShown === true ? [contentType] : []));

export const ACCEPTED_TYPES = "PNG, JPEG, GIF, WebP, PDF, AI, EPS, PSD, TIFF, AVIF, HEIC, SVG, CDR or ZIP";
