/** The part of a connection's address that identifies it. The organization leads to its database, without a query across organizations. */
export interface ConnectionToken {
  organizationId: number;
  /** `con_…` */
  connectionId: string;
}

export const IN_PATH = "/in/";

/** The address to which a shop or a carrier service delivers. It is not a secret: every delivery must be signed. */
export function deliveryUrl(origin: string, { organizationId, connectionId }: ConnectionToken): string {
  return `${origin}${IN_PATH}${organizationId}_${connectionId}`;
}

/** Parses a token. Returns null for anything else. */
export function parseToken(text: string): ConnectionToken | null {
  const [, organization, connectionId] = /^([1-9]\d{0,14})_(con_[0-9A-Za-z]{22})$/.exec(text) ?? [];
  return organization === undefined || connectionId === undefined ? null : { organizationId: Number(organization), connectionId };
}
