import type { InputViolation } from "../api-error";
import type { Endpoint } from "./endpoint";

/**
 * The entity tag of a resource with a version: the version and a digest of the representation. If-Match compares only the version. The
 * digest also changes when related data does (for example, the name of an order's store), so that a 304 Not Modified is never out of date.
 */
export function versionedTag(version: number, digest: string): string {
  return `"${version}-${digest}"`;
}

/**
 * Parses the versions from If-Match (RFC 9110, section 13.1.1); null means any version. A `W/` prefix is ignored, because Cloudflare's
 * edge adds it to compressed responses. The version alone, quoted or not, is accepted as a tag.
 */
export function ifMatchVersions(headers: Headers): readonly number[] | null {
  const ifMatch = headers.get("If-Match")?.trim() ?? "";
  if (ifMatch === "" || ifMatch === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^(?:W\/)?"?(\d{1,15})(?:-[\w-]*)?"?$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** Rejects If-Match where it is not supported: ignoring it would overwrite data that the caller meant to protect. */
export function ifMatchViolation({ supportsIfMatch }: Endpoint, versions: readonly number[] | null): InputViolation[] {
  if (supportsIfMatch === true || versions === null) return [];
  const message = "This endpoint does not support If-Match, because the resource has no version.";
  return [{ path: "If-Match", code: "if_match_unsupported", message }];
}
