/** The id of a file, as `newId` makes it. */
const FILE_ID = /^fil_[0-9A-Za-z]{22}$/;

/** In characters. */
export const FILE_ID_LENGTH = 26;

export const isFileId = (text: string): boolean => FILE_ID.test(text);

/**
 * The URL of a file, which an item may have as its `design_url`. It has the organization, so that a person who follows it can be asked to sign in there
 * (src/entrypoints/file-link.ts).
 */
export function fileUrl(origin: string, organizationId: number, fileId: string): string {
  return `${origin}/files/${organizationId}/${fileId}`;
}

/** The file that a URL of `fileUrl` names. Null: it is another URL. */
export function fileOfUrl(url: string, origin: string, organizationId: number): string | null {
  const prefix = fileUrl(origin, organizationId, "");
  const id = url.startsWith(prefix) ? url.slice(prefix.length) : "";
  return isFileId(id) ? id : null;
}
