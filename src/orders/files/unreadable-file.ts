/** A file that can't be read as CSV. Its message says where and why. */
export class UnreadableFile extends Error {}
