import { isShippable, money, oneOf, takeOne, integerUpTo, type KnownOrder, type ClientState, type Verb } from "./client-state.ts";

/** The writes of Public V1, each with a unique text that identifies it in the database. */

export const createProduct: Verb = ({ products }, text, random) => ({
  surface: "v1",
  method: "POST",
  path: "/products",
  body: { title: text, sku: text, tags: [text, oneOf(["Red", "blue"], random)], stores: ["Gift shop"], price: money(random) },
  leaves: { products: [text] },
  ids: ({ data }) => [data.id],
  learn: ({ data }) => void products.push(data.id),
});

const updateProduct: Verb = ({ products }, text, random) => {
  const id = takeOne(products, random);
  if (id === null) return null;
  return {
    surface: "v1",
    method: "PUT",
    path: `/products/${id}`,
    body: { description: text, tags: [oneOf(["Red", "green"], random), text], platforms: ["etsy"] },
    raises: [["products", id]],
    sets: { column: "products.description", id, shared: false },
    learn: () => void products.push(id),
  };
};

const deleteProduct: Verb = ({ products }, _, random) => {
  const id = takeOne(products, random);
  if (id === null) return null;
  const leaves = { "archived products": [String(id)] };
  return { surface: "v1", method: "DELETE", path: `/products/${id}`, leaves, raises: [["products", id]] };
};

function randomExpense(description: string, random: () => number): Record<string, unknown> {
  return {
    category: oneOf(["payroll", "advertising", "rent", "own"], random),
    amount: money(random),
    date: oneOf(["2026-01-31", "2026-02-01", "2026-02-02"], random),
    store_id: oneOf([null, "gift"], random),
    currency: oneOf(["USD", "EUR"], random),
    description,
  };
}

const createExpense: Verb = ({ expenses }, text, random) => ({
  surface: "v1",
  method: "POST",
  path: "/expenses",
  body: randomExpense(text, random),
  leaves: { expenses: [text] },
  ids: ({ data }) => [data.id],
  learn: ({ data }) => void expenses.push(data.id),
});

const createExpenses: Verb = (_state, text, random) => {
  const texts = Array.from({ length: 1 + integerUpTo(8, random) }, (_, nth) => `${text}n${nth}`);
  const body = { expenses: texts.map((one) => randomExpense(one, random)) };
  return { surface: "v1", method: "POST", path: "/expenses/bulk", body, leaves: { expenses: texts } };
};

const updateExpense: Verb = ({ expenses }, text, random) => {
  const id = takeOne(expenses, random);
  if (id === null) return null;
  const { category, amount, date, store_id } = randomExpense("", random);
  return {
    surface: "v1",
    method: "PUT",
    path: `/expenses/${id}`,
    body: { employee_name: text, category, amount, date, store_id },
    raises: [["expenses", id]],
    sets: { column: "expenses.employee_name", id, shared: false },
    learn: () => void expenses.push(id),
  };
};

/** One of the shared orders or of the writer's own. It stays in its list, because a note changes neither its status nor its version. */
function anyOrder({ orders, shared }: ClientState, random: () => number): KnownOrder | null {
  const among = random() < 0.5 ? shared.orders : orders;
  return among[Math.floor(random() * among.length)] ?? null;
}

const addNote: Verb = (state, text, random) => {
  const order = anyOrder(state, random);
  if (order === null) return null;
  return {
    surface: "v1",
    method: "POST",
    path: `/orders/${order.id}/notes`,
    body: { content: text },
    leaves: { notes: [text] },
    ids: ({ data }) => [data.id],
  };
};

/** A custom status of this write, which the order's status does not follow. */
const markItem: Verb = ({ orders, shared }, text, random) => {
  const order = random() < 0.5 ? shared.orders[Math.floor(random() * shared.orders.length)] : takeOne(orders, random, (one) => one.isOpen);
  const itemId = order?.itemIds[Math.floor(random() * order.itemIds.length)];
  if (order === undefined || order === null || itemId === undefined) return null;
  return {
    surface: "v1",
    method: "POST",
    path: `/orderItems/${itemId}/status`,
    body: { status: text },
    leaves: { "item statuses": [`${text} ${itemId}`] },
    raises: [["orders", order.id]],
    learn: () => {
      if (!shared.orders.includes(order)) orders.push(order);
    },
  };
};

/** A status that the order may follow. */
const finishItem: Verb = ({ orders }, _, random) => {
  const order = takeOne(orders, random, isShippable);
  const itemId = order?.itemIds[0];
  if (order === null || itemId === undefined) return null;
  const status = oneOf(["Shipped", "Delivered", "Cancelled"], random);
  return {
    surface: "v1",
    method: "POST",
    path: `/orderItems/${itemId}/status`,
    body: { status },
    leaves: { "item statuses": [`${status} ${itemId}`] },
    raises: [["orders", order.id]],
    learn: () => void orders.push({ ...order, isOpen: false }),
  };
};

/** The share of each among all writes. */
export const V1_VERBS: readonly [name: string, share: number, verb: Verb][] = [
  ["POST /products", 3, createProduct],
  ["PUT /products/{id}", 3, updateProduct],
  ["DELETE /products/{id}", 1, deleteProduct],
  ["POST /expenses", 2, createExpense],
  ["POST /expenses/bulk", 2, createExpenses],
  ["PUT /expenses/{id}", 3, updateExpense],
  ["POST /orders/{id}/notes", 3, addNote],
  ["POST /orderItems/{itemId}/status", 4, markItem],
  ["POST /orderItems/{itemId}/status, which the order follows", 3, finishItem],
];
