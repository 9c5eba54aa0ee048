import { MAX_PICTURE_BYTES, MAX_PREVIEW_BYTES, MAX_PREVIEW_PIXELS } from "../../../resources/files/file-limits.ts";

/** Qualities of a WebP, from the best one, until it is small enough. */
const QUALITIES = [0.8, 0.5, 0.2] as const;

/** A picture that the browser can read, as large as a preview. Null: it can't read the file. */
export async function previewCanvas(file: Blob): Promise<HTMLCanvasElement | null> {
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return null;
  const scale = Math.min(1, MAX_PREVIEW_PIXELS / Math.max(picture.width, picture.height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(picture.width * scale));
  canvas.height = Math.max(1, Math.round(picture.height * scale));
  canvas.getContext("2d")?.drawImage(picture, 0, 0, canvas.width, canvas.height);
  picture.close();
  return canvas;
}

/** The preview of a picture as a WebP. Null: the browser can't make one, as Safari can't. */
export async function previewOf(canvas: HTMLCanvasElement): Promise<Blob | null> {
  for (const quality of QUALITIES) {
    const { promise, resolve } = Promise.withResolvers<Blob | null>();
    canvas.toBlob(resolve, "image/webp", quality);
    const preview = await promise;
    if (preview?.type !== "image/webp") return null;
    if (preview.size <= MAX_PREVIEW_BYTES) return preview;
  }
  return null;
}

/** Throws an Error if a buyer's page could not show a picture: it is none of the types that browsers show, or is too large, and has no preview. */
export async function assertVisible(file: File, canvas: HTMLCanvasElement | null, shownTypes: readonly string[]): Promise<void> {
  if (canvas !== null && ((shownTypes.includes(file.type) && file.size <= MAX_PICTURE_BYTES) || (await previewOf(canvas)) !== null)) return;
  throw new Error(`A buyer could not see ${file.name}. Choose a PNG, JPEG, GIF or WebP of at most ${MAX_PICTURE_BYTES / 1_000_000} MB.`);
}
