import { dayNumber, dayText } from "../../../../platform/values/zone";
import { csvLine } from "../../files/csv";
import { guardFormulas } from "../../files/formula-guard";
import { normalizeTrackingNumber } from "../../../../platform/values/tracking-number";
import { carrierOfNumber } from "../carrier-of-number";
import { trackingLink } from "../tracking-link";
import type { ShippedLine } from "./worksheet.sql.ts";

/** The platforms that accept tracking only as a file, or by hand. */
export const WORKSHEET_FORMATS = ["etsy", "ebay", "amazon"] as const;
export type WorksheetFormat = (typeof WORKSHEET_FORMATS)[number];

/** The value of a cell, in which a spreadsheet starts no formula that another person wrote. `day` is the day of the shipment. */
type Cell = (line: ShippedLine, day: string) => string;

export interface Layout {
  columns: Readonly<Record<string, Cell>>;
  /** Whether each item has a line. Otherwise each fulfillment has one. */
  byItem: boolean;
  extension: "csv" | "txt";
  line: (values: readonly string[]) => string;
}

const orderId: Cell = ({ order_external_id }) => guardFormulas(order_external_id);
const carrier: Cell = ({ carrier: name }) => guardFormulas(name ?? "");
const shippedOn: Cell = (_, day) => day;

/** A tracking number as the platforms accept it: without spaces, if the number shows its carrier. */
const trackingNumber: Cell = ({ tracking_number }) => {
  if (tracking_number === null) return "";
  const isKnown = carrierOfNumber(tracking_number) !== null;
  return guardFormulas(isKnown ? normalizeTrackingNumber(tracking_number).toUpperCase() : tracking_number);
};

/**
 * A formula whose value is a text, for a file that people open in a spreadsheet: it would round a number of 22 digits, remove zeros at the
 * beginning, and turn 11-12 into a date.
 */
const asText = (text: string): string => (text === "" ? "" : `="${guardRest(text).replaceAll('"', '""')}"`);

/** Guards a text that does not begin a cell: a formula can only follow a separator in it. */
const guardRest = (text: string): string => guardFormulas(`.${text}`).slice(1);

/** Carriers whose name is also their code at Amazon. Any other is `Other` with its name. */
const AMAZON_CARRIERS = ["USPS", "UPS", "FedEx", "DHL"];
const amazonCarrier = ({ carrier: name }: ShippedLine) => AMAZON_CARRIERS.find((code) => code.toLowerCase() === name?.trim().toLowerCase());

/** Item Number and Transaction ID of an eBay item, which an import joins. */
const ebayIds = ({ item_external_id }: ShippedLine) => (item_external_id ?? "").split("-", 2);

export const LAYOUTS: Readonly<Record<WorksheetFormat, Layout>> = {
  // Etsy accepts no file: this is a list to work through by hand, in a spreadsheet.
  etsy: {
    columns: {
      "Order ID": ({ order_external_id }) => asText(order_external_id),
      "Date Shipped": shippedOn,
      "Shipping Carrier": carrier,
      "Tracking Number": ({ tracking_number }) => asText(tracking_number ?? ""),
      "Tracking URL": (line) => guardFormulas(trackingLink(line) ?? ""),
    },
    byItem: false,
    extension: "csv",
    line: csvLine,
  },
  ebay: {
    columns: {
      "Order Number": orderId,
      "Item Number": (item) => guardFormulas(ebayIds(item)[0] ?? ""),
      "Transaction ID": (item) => guardFormulas(ebayIds(item)[1] ?? ""),
      "Shipped On Date": shippedOn,
      "Shipping Carrier": carrier,
      "Tracking Number": trackingNumber,
    },
    byItem: true,
    extension: "csv",
    line: csvLine,
  },
  amazon: {
    columns: {
      "order-id": orderId,
      "order-item-id": ({ item_external_id }) => guardFormulas(item_external_id ?? ""),
      quantity: ({ quantity }) => String(quantity ?? 0),
      "ship-date": shippedOn,
      "carrier-code": (item) => amazonCarrier(item) ?? (item.carrier === null ? "" : "Other"),
      "carrier-name": (item) => (amazonCarrier(item) === undefined ? carrier(item, "") : ""),
      "tracking-number": trackingNumber,
      "ship-method": () => "",
    },
    byItem: true,
    extension: "txt",
    // The file has no quotes, so a tab or a line break would begin another cell.
    line: (values) => values.map((value) => value.replaceAll(/[\t\r\n]+/g, " ")).join("\t"),
  },
};

export const headOf = ({ columns, line }: Layout): string => `${line(Object.keys(columns))}\r\n`;

/** Writes lines in the columns of a platform. Days are those of the time zone. */
export function writeLines({ columns, line }: Layout, lines: readonly ShippedLine[], zone: string): string {
  const cells = Object.values(columns);
  return lines
    .map((each) => {
      const day = dayText(dayNumber(each.shipped_at, zone));
      return `${line(cells.map((cell) => cell(each, day)))}\r\n`;
    })
    .join("");
}
