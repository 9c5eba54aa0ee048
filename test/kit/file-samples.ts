import type { Format } from "../../src/resources/orders/files/format.ts";

/** For each format, the columns of an item's name and of the city to ship to, and the other values of a readable order. */
const SAMPLES: Readonly<Record<string, { name: string; city: string; values: Readonly<Record<string, string>> }>> = {
  "order-operations": { name: "item_name", city: "ship_city", values: { order_id: "1", store_id: "1", version: "1", item_id: "1" } },
  shopify: {
    name: "Lineitem name",
    city: "Shipping City",
    values: { Name: "1", "Created at": "2025-08-14", Currency: "EUR", "Lineitem quantity": "1", "Lineitem price": "1" },
  },
  etsy: {
    name: "Item Name",
    city: "Ship City",
    values: { "Order ID": "1", "Sale Date": "08/14/25", Quantity: "1", Price: "1.00", "Transaction ID": "1", Currency: "EUR" },
  },
  ebay: {
    name: "Item Title",
    city: "Ship To City",
    values: { "Order Number": "1", "Sale Date": "Aug-14-25", Quantity: "1", "Sold For": "$1.00" },
  },
  amazon: {
    name: "product-name",
    city: "ship-city",
    values: { "order-id": "1", "order-item-id": "1", "purchase-date": "2025-08-14T10:00:00Z", "quantity-purchased": "1" },
  },
  "amazon-all-orders": {
    name: "product-name",
    city: "ship-city",
    values: {
      "amazon-order-id": "1",
      "purchase-date": "2025-08-14T10:00:00Z",
      "order-status": "Unshipped",
      "fulfillment-channel": "Merchant",
      quantity: "1",
    },
  },
  woocommerce: {
    name: "line_item_name",
    city: "billing_city",
    values: {
      number: "1",
      status: "processing",
      date_created: "2025-08-14",
      line_item_quantity: "1",
      line_item_price: "1",
      billing_address_1: "x",
    },
  },
  spreadsheet: {
    name: "Product",
    city: "Town",
    values: { "Order reference": "1", "Order day": "2025-08-14", Pieces: "1", "Price per piece": "1.00" },
  },
};

/** The sample of a format. */
export function sampleOf({ id }: Format) {
  const sample = SAMPLES[id];
  if (sample === undefined) throw new Error(`There is no sample of ${id}: add one.`);
  return sample;
}
