/** Stored units per currency unit (docs/spec/amounts-and-figures.md#amounts). */
export const SCALE = 10_000;

/** The largest amount of an order, sent or computed, in stored units. JSON numbers hold it exactly. */
export const MAX_TOTAL_UNITS = 1e11 * SCALE;
