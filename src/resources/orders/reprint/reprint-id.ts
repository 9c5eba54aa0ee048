export const MAX_REPRINTS = 50;

/** The external id of a reprint: it links the reprint to its original and keeps a repeated request from creating another one. */
export function reprintId(orderId: number, number: number): string {
  return `reprint-${orderId}-${number}`;
}

/** The order that a reprint was made from; null if the external id is not that of a reprint. */
export function originalOf(externalId: string | null): number | null {
  const id = /^reprint-([1-9]\d{0,14})-[1-9]\d?$/.exec(externalId ?? "")?.[1];
  return id === undefined ? null : Number(id);
}

/** The number of a reprint by its external id; 0 if there is none. */
export function numberOf(externalId: string | null): number {
  return Number(/^reprint-\d+-(\d+)$/.exec(externalId ?? "")?.[1] ?? 0);
}
