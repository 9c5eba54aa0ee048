import type { ErrorDetail } from "../api-error";
import type { Endpoint } from "./endpoint";

/**
 * The entity tag of a resource that has a version: the version, then a digest of what is shown. Only the version is
 * compared by If-Match; the digest lets a 304 see what changes without a new version, the name of an order's store say.
 */
export function versionedTag(version: number, digest: string): string {
  return `"${version}-${digest}"`;
}

/**
 * The versions that an If-Match admits (RFC 9110, section 13.1.1); null where it admits any. A weak mark is overlooked:
 * Cloudflare's edge adds it to what it compresses. The bare version, quoted or not, will do as a tag.
 */
export function versionsAdmitted(headers: Headers): readonly number[] | null {
  const ifMatch = headers.get("If-Match")?.trim() ?? "";
  if (ifMatch === "" || ifMatch === "*") return null;
  return ifMatch.split(",").flatMap((tag) => {
    const version = /^(?:W\/)?"?(\d{1,15})(?:-[\w-]*)?"?$/.exec(tag.trim())?.[1];
    return version === undefined ? [] : [Number(version)];
  });
}

/** A condition that this endpoint can't hold is a violation: to pass over it would overwrite what the caller meant to protect. */
export function ifMatchViolation({ conditional }: Endpoint, versions: readonly number[] | null): ErrorDetail[] {
  if (conditional === true || versions === null) return [];
  const message = "This endpoint does not support If-Match, because the resource has no version.";
  return [{ path: "If-Match", code: "if_match_unsupported", message }];
}
