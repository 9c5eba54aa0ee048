import { columnNames, type Format } from "./format.ts";

/** The columns of an item's amounts and of the order's address, which all reports share. */
export const SHARED_COLUMNS = {
  currency: "Currency",
  sku: "Item’s SKU",
  "product-name": "Item’s name",
  "item-price": "Item’s price, for all units",
  "item-tax": "Tax of the item, part of the tax",
  "shipping-price": "Shipping cost",
  "shipping-tax": "Tax",
  "gift-wrap-price": "Fees; a gift if it is not 0",
  "gift-wrap-tax": "Tax",
  "gift-wrap-type": "Item’s properties; a gift if set",
  "gift-message-text": "Gift message; a gift if set",
  "is-gift": "Whether it is a gift",
  "item-promotion-discount": "Discount",
  "ship-promotion-discount": "Discount",
  "customized-url": "Item’s properties",
  "customized-page": "Item’s properties",
  "ship-service-level": "Shipping service",
  "ship-city": "City to ship to",
  "ship-state": "State to ship to",
  "ship-postal-code": "Postal code to ship to",
  "ship-country": "Country to ship to",
} as const;

const COLUMNS: Readonly<Record<string, string>> = {
  ...SHARED_COLUMNS,
  "order-id": "Order number, also in the shop; groups the rows of an order",
  "order-item-id": "Item’s id in the shop",
  "purchase-date": "Date",
  "quantity-purchased": "Item’s quantity",
  "sales-channel": "Whether prices include the tax",
  "promise-date": "Ship-by date",
  "latest-ship-date": "Ship-by date, if promise-date is empty",
  "buyer-name": "Customer’s name",
  "buyer-email": "Customer’s e-mail address",
  "buyer-phone-number": "Customer’s phone",
  "recipient-name": "Name to ship to",
  "ship-phone-number": "Phone",
  "ship-address-1": "Street to ship to",
  "ship-address-2": "Street to ship to, second line",
  "ship-address-3": "Street to ship to, second line",
};

/** The columns of Amazon's order reports for sellers who ship, which have the same names in all countries. */
export const AMAZON_COLUMNS = {
  columns: COLUMNS,
  unused: columnNames(`
    payments-date, reporting-date, days-past-promise, quantity-shipped, quantity-to-ship, number-of-items, asin, url, item-promotion-id,
    ship-promotion-id, promotion-ids, delivery-start-date, delivery-end-date, delivery-time-zone, delivery-Instructions, order-channel,
    order-channel-instance, external-order-id, is-business-order, purchase-order-number, price-designation, buyer-company-name,
    buyer-vat-number, buyer-cst-number, buyer-tax-registration-id, buyer-tax-registration-country, buyer-tax-registration-type,
    buyer-citizen-id, buyer-identification-number, buyer-identification-type, is-amazon-invoiced, vat-exclusive-item-price,
    vat-exclusive-shipping-price, vat-exclusive-giftwrap-price, ioss-number, is-iba, is-prime, is-premium-order, is-replacement-order,
    original-order-id, is-exchange-order, is-transparency, is-sold-by-ab, is-pickup, is-global-express,
    license-state, license-expiration-date, earliest-ship-date, earliest-delivery-date, latest-delivery-date, fulfilled-by,
    verge-of-cancellation, verge-of-lateShipment, signature-confirmation-recommended, cod-collectible-amount, already-paid,
    payment-method-fee, payment-method-details, scheduled-delivery-start-date, scheduled-delivery-end-date, points-granted,
    shipping-discount-tax, cpf, tax-code, item-serial-numbers, order-invoice-status, default-ship-from-address-name,
    default-ship-from-address-field-1, default-ship-from-city, default-ship-from-state, default-ship-from-country,
    default-ship-from-postal-code, actual-ship-from, address-type, ship-address-type, is-heavy-or-bulky, store-chain-store-id,
    is-buyer-requested-cancellation, buyer-requested-cancel-reason, is-ispu-order, store-name, ship-county, tax-collection-model,
    tax-collection-responsible-party
  `),
  important: [
    ["recipient-name"],
    ["ship-address-1"],
    ["ship-city"],
    ["ship-postal-code"],
    ["ship-country"],
    ["currency"],
    ["item-price"],
    ["shipping-price"],
  ],
  fragile: {
    ids: ["order-id", "order-item-id"],
    digits: { "order-item-id": 14 },
    codes: ["sku", "buyer-phone-number", "ship-phone-number"],
    postalCodes: { "ship-postal-code": "ship-country" },
    dates: ["promise-date", "latest-ship-date"],
  },
} as const satisfies Partial<Format>;
