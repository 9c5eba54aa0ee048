import { csvLine } from "../../../../src/resources/orders/files/csv.ts";
import { readText } from "../read-orders.ts";

/** The values of a row by column. */
export type Fields = Readonly<Record<string, string>>;

/** Reads a CSV file of these rows. Its columns are those of the first row. */
export async function readCsv(...rows: readonly [Fields, ...Fields[]]) {
  const columns = Object.keys(rows[0]);
  return await readText(
    [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map((line) => `${csvLine(line)}\n`).join(""),
  );
}

/** Reads a tab-separated file without quotes, as Amazon writes it. */
export async function readTabs(...rows: readonly [Fields, ...Fields[]]) {
  const columns = Object.keys(rows[0]);
  return await readText(
    [columns, ...rows.map((row) => columns.map((name) => row[name] ?? ""))].map((line) => `${line.join("\t")}\n`).join(""),
  );
}

/** The only order of a file. Throws if it could not be read, and if there are none or others. */
export function onlyOrder({ orders, errors }: Awaited<ReturnType<typeof readText>>) {
  const [error] = errors.values();
  if (error !== undefined) throw new Error(`${error.reason}: ${error.message}`);
  const [read, ...others] = orders.values();
  if (read === undefined || others.length > 0) throw new Error(`Expected one order, and read ${orders.size}.`);
  return read;
}

/** A row with other values, and other names for some columns. */
export function withNames(row: Fields, names: Readonly<Record<string, string>>, values: Fields = {}): Fields {
  return Object.fromEntries(Object.entries({ ...row, ...values }).map(([name, value]) => [names[name] ?? name, value]));
}

export const ETSY: Fields = {
  "Sale Date": "11/20/26",
  "Item Name": "Print",
  Quantity: "2",
  Price: "10.00",
  "Coupon Code": "",
  "Discount Amount": "0",
  "Shipping Discount": "0",
  "Order Shipping": "5.00",
  "Order Sales Tax": "0",
  Currency: "USD",
  "Transaction ID": "5200000001",
  "Date Shipped": "11/21/26",
  "Ship Name": "Ann Sample",
  "Ship Address1": "1 Main St",
  "Ship City": "Salem",
  "Ship State": "OR",
  "Ship Zipcode": "97301",
  "Ship Country": "United States",
  "Order ID": "4300000001",
  Variations: "",
  SKU: "P-1",
};

export const EBAY: Fields = {
  "Order Number": "11-20000-00001",
  "Ship To Name": "Ann Sample",
  "Ship To Phone": "555-0100",
  "Ship To Address 1": "1 Main St",
  "Ship To City": "Salem",
  "Ship To State": "OR",
  "Ship To Zip": "97301",
  "Ship To Country": "United States",
  "Item Number": "300000000010",
  "Item Title": "Card",
  "Custom Label": "C-1",
  Quantity: "2",
  "Sold For": "$10.00",
  "Shipping And Handling": "$5.00",
  "Total Price": "$25.00",
  "Sale Date": "Nov-20-26",
  "Ship By Date": "Nov-24-26",
  "Shipped On Date": "",
  "Tracking Number": "",
  "Transaction ID": "2200000001",
};

export const AMAZON_ALL_ORDERS: Fields = {
  "amazon-order-id": "111-2000000-0000001",
  "order-item-id": "20000000000001",
  "purchase-date": "2026-11-20T10:00:00+00:00",
  "order-status": "Unshipped",
  "fulfillment-channel": "Merchant",
  "sales-channel": "Amazon.com",
  "product-name": "Mug",
  sku: "A-1",
  "item-status": "Unshipped",
  quantity: "2",
  currency: "USD",
  "item-price": "20.00",
  "shipping-price": "5.00",
  "ship-city": "Salem",
  "ship-state": "OR",
  "ship-postal-code": "97301",
  "ship-country": "US",
};

export const AMAZON: Fields = {
  "order-id": "111-2000000-0000001",
  "order-item-id": "20000000000001",
  "purchase-date": "2026-11-20T10:00:00+00:00",
  "buyer-phone-number": "555-0100",
  sku: "A-1",
  "product-name": "Mug",
  "quantity-purchased": "2",
  currency: "USD",
  "item-price": "20.00",
  "item-tax": "1.60",
  "shipping-price": "5.00",
  "shipping-tax": "0.40",
  "recipient-name": "Ann Sample",
  "ship-address-1": "1 Main St",
  "ship-city": "Salem",
  "ship-state": "OR",
  "ship-postal-code": "97301",
  "ship-country": "US",
  "sales-channel": "Amazon.com",
};

export const WOOCOMMERCE: Fields = {
  number: "3001",
  id: "9001",
  status: "processing",
  date_created: "2026-11-20T10:00:00",
  currency: "GBP",
  total: "28.00",
  total_tax: "0",
  shipping_total: "4.00",
  billing_first_name: "Ann",
  billing_last_name: "Sample",
  billing_address_1: "1 High St",
  billing_city: "York",
  billing_postcode: "YO1 7HH",
  billing_country: "GB",
  billing_phone: "01632 960001",
  line_item_id: "77",
  line_item_name: "Mug",
  line_item_sku: "MUG",
  line_item_quantity: "2",
  line_item_price: "12.00",
};

export const SHOPIFY: Fields = {
  Name: "#3001",
  Id: "6100000000001",
  "Created at": "2026-11-20 10:00:00 -0500",
  Currency: "USD",
  Subtotal: "20.00",
  Shipping: "5.00",
  Taxes: "0.00",
  Total: "25.00",
  Phone: "555-0100",
  "Shipping Name": "Ann Sample",
  "Shipping Address1": "1 Main St",
  "Shipping City": "Salem",
  "Shipping Zip": "97301",
  "Shipping Country": "US",
  "Lineitem name": "Mug",
  "Lineitem sku": "MUG",
  "Lineitem quantity": "2",
  "Lineitem price": "10.00",
};

export const SPREADSHEET: Fields = {
  "Order reference": "A-1",
  "Order day": "2026-11-20",
  Telephone: "555-0100",
  Street: "1 Main St",
  Town: "Salem",
  "Postal code": "97301",
  Country: "US",
  Product: "Mug",
  "Product code": "MUG",
  "Line id": "7",
  Pieces: "2",
  "Price per piece": "10.00",
  "Parcel number": "1Z5R89390357567127",
};

export const OWN: Fields = {
  order_id: "41",
  store_id: "3",
  version: "2",
  external_id: "E-1",
  ship_zipcode: "97301",
  ship_country: "US",
  item_id: "51",
  item_sku: "MUG",
  item_tracking_code: "1Z5R89390357567127",
  item_phone: "555-0100",
};
