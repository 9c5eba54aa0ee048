/** The limits of the metadata of one object (docs/spec/requests.md#metadata). */
export const MAX_METADATA_PAIRS = 50;
export const MAX_METADATA_KEY_LENGTH = 40;
export const MAX_METADATA_VALUE_LENGTH = 500;
