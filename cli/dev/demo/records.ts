const DAY_MS = 86_400_000;
const day = (now: number, daysAgo: number) => new Date(now - daysAgo * DAY_MS).toISOString().slice(0, 10);

/** The expenses of the last two months. The category, amount, age in days, description and store of each. */
export function demoExpenses(now: number) {
  const expense = (category: string, amount: number, daysAgo: number, description: string, store: string | null = null) => ({
    category,
    amount,
    date: day(now, daysAgo),
    description,
    store_id: store,
  });
  return [
    expense("advertising", 120, 1, "Search ads", "gift"),
    expense("advertising", 45, 4, "Promoted listings", "etsy"),
    expense("platform_fees", 61.4, 6, "Marketplace fees", "etsy"),
    expense("payment_fees", 38.15, 6, "Card fees", "gift"),
    expense("shipping", 94.6, 9, "Shipping labels"),
    expense("software", 29, 12, "Design software"),
    expense("rent", 350, 20, "Studio"),
    expense("samples", 42.5, 25, "Wood samples", "wholesale"),
    expense("advertising", 95, 34, "Search ads", "gift"),
    expense("platform_fees", 48.2, 37, "Marketplace fees", "etsy"),
    expense("rent", 350, 50, "Studio"),
    expense("software", 29, 42, "Design software"),
  ];
}

/** The tickets. `order` is the position of the order in the demo, the newest first. */
export const TICKETS = [
  {
    order: 18,
    subject: "Where is my order?",
    body: "The tracking page has not changed for two days. Can you check where it is?",
    status: "open",
    priority: "high",
    channel: "email",
  },
  {
    order: 2,
    subject: "Change the name on the plate",
    body: "Please engrave “Rosie” instead of “Rosy”.",
    status: "open",
    priority: "urgent",
    channel: "chat",
  },
  {
    order: 26,
    subject: "A mug arrived broken",
    body: "The handle is broken. I have attached a photo.",
    status: "pending",
    priority: "normal",
    channel: "email",
  },
  {
    order: 5,
    subject: "Invoice for our records",
    body: "Could you send an invoice with our VAT number?",
    status: "open",
    priority: "low",
    channel: "email",
  },
  {
    order: 30,
    subject: "Thank you!",
    body: "The board is beautiful. Thank you for the quick delivery.",
    status: "closed",
    priority: "low",
    channel: "chat",
  },
  {
    order: null,
    subject: "Wholesale prices",
    body: "We would like to order 200 ornaments. What are your prices?",
    status: "pending",
    priority: "normal",
    channel: "email",
  },
] as const;

/** Messages of the tickets. The first value is the position of the ticket. */
export const TICKET_MESSAGES = [
  [0, { kind: "note", body: "Asked the carrier. The parcel is at their depot in Bath." }],
  [2, { kind: "reply", body: "We are sorry! A new mug is on its way. You can keep the broken one." }],
  [5, { kind: "note", body: "Supplier gives 15% from 150 pieces." }],
] as const;

/** Notes on orders. The first value is the position of the order in the demo. */
export const NOTES = [
  [2, "The customer asked for a different name. Waiting for a new design."],
  [5, "Pack these in one box."],
  [11, "Supplier confirmed for Thursday."],
] as const;
