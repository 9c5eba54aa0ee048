const DAY_MS = 86_400_000;

/** The suppliers, whose names are those that the items of the demo have. */
export const SUPPLIERS = [
  { name: "Timber & Sons", code: "timber", contact_name: "Ruth Timber", contact_email: "ruth@example.com", lead_time_days: 4 },
  { name: "North Print Co", code: "north", contact_name: "Ivo North", contact_email: "ivo@example.com", lead_time_days: 2 },
  {
    name: "Lakeside Textiles",
    code: "lakeside",
    contact_name: "Lena Lake",
    contact_email: "lena@example.com",
    lead_time_days: 6,
    default_shipping: "to_us",
  },
] as const;

/** What the nth supplier order of the orders that were sent first has become: the first one is late. */
export function demoProgress(nth: number, now: number) {
  const yesterday = new Date(now - DAY_MS).toISOString().slice(0, 10);
  return nth === 0 ? { state: "in_production", due_date: yesterday } : { state: "accepted" };
}
