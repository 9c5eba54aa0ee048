/**
 * Items of orders that one request may write, or read in order to change them. D1 ends a batch after 30 s, and an item with its indexes and
 * counters is up to 38 rows.
 */
export const MAX_CHANGED_ITEMS = 5000;
