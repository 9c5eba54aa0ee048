/** Most characters of an external id. */
export const MAX_EXTERNAL_ID_LENGTH = 191;
