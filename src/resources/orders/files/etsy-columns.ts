import { columnNames, type Format } from "./format.ts";

/** How an import uses each column of Etsy's report. */
const COLUMNS = {
  "Order ID": "Order number, also in the shop; groups the rows of an order",
  "Sale Date": "Date",
  Currency: "Currency",
  "Transaction ID": "Item’s id in the shop",
  "Item Name": "Item’s name",
  SKU: "Item’s SKU",
  Quantity: "Item’s quantity",
  Price: "Item’s price",
  Variations: "Item’s variations, size, color and personalization",
  Personalization: "Item’s personalization, if Variations has none",
  "Message From Buyer": "Note from the buyer",
  "Gift Message": "Gift message",
  "Date Shipped": "Status: shipped if set",
  "Coupon Code": "Discount codes",
  "Discount Amount": "Discount",
  "InPerson Discount": "Discount",
  "Order Shipping": "Shipping cost",
  "Order Sales Tax": "Tax",
  Buyer: "Customer’s name, if Ship Name is empty",
  "Payment Type": "Payment method",
  "Ship Name": "Name of the customer and to ship to",
  "Ship Address1": "Street to ship to",
  "Ship Address2": "Street to ship to, second line",
  "Ship City": "City to ship to",
  "Ship State": "State to ship to",
  "Ship Zipcode": "Postal code to ship to",
  "Ship Country": "Country to ship to",
};

/** What other languages and countries say for "Ship" in the names of columns. */
const SHIP = ["Delivery", "Shipping", "Dispatch", "Post", "Postage"];
const ADDRESS: readonly (readonly [part: string, column: string])[] = [
  ["Name", "Ship Name"],
  ["Address1", "Ship Address1"],
  ["Address2", "Ship Address2"],
  ["City", "Ship City"],
  ["Town", "Ship City"],
  ["State", "Ship State"],
  ["County", "Ship State"],
  ["Province", "Ship State"],
  ["Zipcode", "Ship Zipcode"],
  ["Postcode", "Ship Zipcode"],
  ["Postal Code", "Ship Zipcode"],
  ["Country", "Ship Country"],
];

const ALIASES: Readonly<Record<string, string>> = {
  "Order Delivery": "Order Shipping",
  "Order Postage": "Order Shipping",
  "Order Dispatch": "Order Shipping",
  "Order VAT": "Order Sales Tax",
  "Order GST": "Order Sales Tax",
  "Order Tax": "Order Sales Tax",
  "Date Posted": "Date Shipped",
  "Date Dispatched": "Date Shipped",
  Personalisation: "Personalization",
  "Buyer Message": "Message From Buyer",
  "Buyer Note": "Message From Buyer",
  "Note From Buyer": "Message From Buyer",
  "Notes From Buyer": "Message From Buyer",
  "Message From The Buyer": "Message From Buyer",
  "Gift Note": "Gift Message",
  ...Object.fromEntries(SHIP.flatMap((word) => ADDRESS.map(([part, column]) => [`${word} ${part}`, column]))),
};

/** The columns of Etsy's report of sold order items, in every country's English. */
export const ETSY_COLUMNS = {
  columns: COLUMNS,
  aliases: ALIASES,
  // Order Shipping is what the buyer paid, after this discount.
  unused: columnNames(`
    Shipping Discount, Delivery Discount, Postage Discount, Dispatch Discount, Coupon Details, Item Total, Listing ID, Date Paid,
    Order Type, Listings Type, InPerson Location, VAT Paid by Buyer
  `),
  important: [
    ["Date Shipped"],
    ["Order Shipping"],
    ["Ship Name"],
    ["Ship Address1"],
    ["Ship City"],
    ["Ship Zipcode"],
    ["Ship Country"],
    ["Currency"],
  ],
  fragile: { ids: ["Order ID", "Transaction ID"], codes: ["SKU"], postalCodes: { "Ship Zipcode": "Ship Country" } },
} as const satisfies Partial<Format>;
