/** A refund that was made on the platform. Amounts are decimal numbers and include the tax. */
export interface SourceRefund {
  externalId: string;
  /** ms since 1970. Null: unknown. */
  createdAt: number | null;
  amount: number;
  /** Null: it is computed. */
  tax: number | null;
  shipping: number;
  reason: string | null;
  /** The ids of the order's items on the platform. */
  items: readonly { externalId: string; quantity: number; amount: number }[];
}
