/** What a link is for. Each purpose has a public page (entrypoints/public/sites.ts), and its subject is of one kind. */
export const LINK_PURPOSES = ["supplier", "supplier_order", "order_proofs"] as const;

export type LinkPurpose = (typeof LINK_PURPOSES)[number];

/** What a link is about. */
export interface LinkSubject {
  purpose: LinkPurpose;
  /** The id of the subject. */
  subjectId: string;
}

export const DAY_MS = 24 * 3_600_000;

/** How long a link may be valid, and is valid if nobody says otherwise. */
export const MAX_LINK_DAYS = 366;
export const DEFAULT_LINK_DAYS = 90;

/** How many links of one subject may be valid at a time. */
export const MAX_LINKS = 20;
