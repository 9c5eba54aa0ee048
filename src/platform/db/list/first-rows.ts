/** The first `limit` of the rows that were read, and whether there are more: a statement reads one row more than the limit. */
export function firstRows<Row>(read: readonly Row[], limit: number): { rows: Row[]; hasMore: boolean } {
  return { rows: read.slice(0, limit), hasMore: read.length > limit };
}
