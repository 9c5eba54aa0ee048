export const FILE_ROLES = ["design", "proof", "attachment"] as const;
export type FileRole = (typeof FILE_ROLES)[number];

/** The largest request body of a Cloudflare zone on the Free and the Pro plan. */
export const MAX_FILE_BYTES = 100_000_000;

/** The largest picture that a buyer's page shows itself. Of a larger one it shows the preview. */
export const MAX_PICTURE_BYTES = 10_000_000;

/** The longer side of a preview, in pixels, and its size. */
export const MAX_PREVIEW_PIXELS = 400;
export const MAX_PREVIEW_BYTES = 256 * 1024;

/** The most versions of the design of an item, and attachments of an order. */
export const MAX_DESIGN_VERSIONS = 100;
export const MAX_ATTACHMENTS = 100;

export const GIGABYTE = 1_000_000_000;
