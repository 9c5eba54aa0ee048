import type { MergePosition } from "../personal-data/search-index.sql.ts";

/**
 * How far a removal has got: the last credential whose gate is empty, the last file of a database whose objects are removed, the rows, or the full-text
 * indexes of a database that are merged. `keepsObjects` is set for an abandoned restore: the objects stay, because
 * they were in the bucket before it, and a repeated restore needs them.
 */
export type RemovalPosition =
  | readonly ["gates", after: number, keepsObjects?: "keeps"]
  | readonly ["objects", database: number, after: string]
  | readonly ["rows"]
  | readonly ["words", database: number, merged: MergePosition];

export const REMOVAL_START: RemovalPosition = ["gates", 0];

/** The start of a removal that leaves the objects in the bucket. */
export const KEEPS_OBJECTS: RemovalPosition = ["gates", 0, "keeps"];
