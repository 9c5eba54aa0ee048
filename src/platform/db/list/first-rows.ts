/** The first `limit` rows, of which one more was read if there is one, and whether there are more. */
export function firstRows<Row>(read: readonly Row[], limit: number): { rows: Row[]; hasMore: boolean } {
  return { rows: read.slice(0, limit), hasMore: read.length > limit };
}
