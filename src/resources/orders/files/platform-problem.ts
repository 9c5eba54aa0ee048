import { FORMATS } from "./formats.ts";

/**
 * Why an import asks whether a file is one of this store: files of the store's platform are in another format. Null if it does not ask. A store of a
 * platform without a format, such as one of a person's own, may have files of any.
 */
export function platformProblem(
  { name, platform }: { name: string; platform?: string | undefined },
  storePlatform: string | null,
): string | null {
  if (platform === undefined || storePlatform === null || storePlatform === platform) return null;
  const expected = FORMATS.find((format) => format.platform === storePlatform);
  return expected === undefined
    ? null
    : `The file is in the format ${name}, but files of this store’s platform are in the format ${expected.name}.`;
}
