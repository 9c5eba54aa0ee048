import { SHARED_COLUMNS } from "./amazon-columns.ts";
import { columnNames, type Format } from "./format.ts";

/** The columns of Amazon's report of all orders. Their names are the same in all countries. */
export const AMAZON_ALL_ORDERS_COLUMNS = {
  columns: {
    "amazon-order-id": "Order number, also in the shop; groups the rows of an order",
    "order-item-id": "Item’s id in the shop",
    "purchase-date": "Date",
    "order-status": "Status; whether the order is imported",
    "item-status": "Item’s status",
    "fulfillment-channel": "Whether Amazon fulfills the order",
    "sales-channel": "Whether the order is Amazon’s, and prices include the tax",
    quantity: "Item’s quantity",
    ...SHARED_COLUMNS,
  },
  // The help of some countries spells them so.
  aliases: { "fulfilment-channel": "fulfillment-channel", "quantity-purchased": "quantity" },
  unused: columnNames(`
    merchant-order-id, last-updated-date, order-channel, url, asin, number-of-items, promotion-ids, cpf, is-business-order,
    purchase-order-number, price-designation, is-iba, is-replacement-order, is-exchange-order, original-order-id, fulfilled-by, address-type,
    tax-collection-model, tax-collection-responsible-party, signature-confirmation-recommended, buyer-identification-number,
    buyer-identification-type, buyer-company-name, buyer-tax-registration-id, buyer-tax-registration-country, buyer-tax-registration-type,
    vat-exclusive-item-price, vat-exclusive-shipping-price, vat-exclusive-giftwrap-price, item-extensions-data, is-prime, is-buyer-requested-cancellation,
    buyer-requested-cancel-reason, is-transparency, ioss-number, licensee-name, license-number, license-state, license-expiration-date
  `),
  important: [["currency"], ["item-price"], ["shipping-price"], ["ship-city"], ["ship-country"]],
  fragile: {
    ids: ["amazon-order-id", "order-item-id"],
    digits: { "order-item-id": 14 },
    codes: ["sku"],
    postalCodes: { "ship-postal-code": "ship-country" },
  },
} as const satisfies Partial<Format>;
