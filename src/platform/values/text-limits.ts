/** In characters. */
export const MAX_EXTERNAL_ID_LENGTH = 191;
