/** In characters. */
export const MAX_EXTERNAL_ID_LENGTH = 191;

/** Characters of a web address. */
export const MAX_URL_LENGTH = 2048;
