import { dayNumber, dayText } from "../../../../platform/values/zone";
import { csvLine } from "../../files/csv";
import { guardFormulas } from "../../files/formula-guard";
import { trackingLink } from "../tracking-link";
import type { ShippedLine } from "./worksheet.sql.ts";

/** The platforms that accept tracking only as a file, or by hand. */
export const WORKSHEET_FORMATS = ["etsy", "ebay", "amazon"] as const;
export type WorksheetFormat = (typeof WORKSHEET_FORMATS)[number];

/** A value of a line. `day` is the day of the shipment. */
type Cell = (line: ShippedLine, day: string) => string;

export interface Layout {
  columns: Readonly<Record<string, Cell>>;
  /** Whether each item has a line. Otherwise each fulfillment has one. */
  byItem: boolean;
  extension: "csv" | "txt";
  line: (values: readonly string[]) => string;
}

const orderId: Cell = ({ order_external_id }) => order_external_id;
const trackingNumber: Cell = ({ tracking_number }) => tracking_number ?? "";
const carrier: Cell = ({ carrier: name }) => name ?? "";
const shippedOn: Cell = (_, day) => day;

/** The carriers that Amazon has a code for, of those with a name that needs no translation. Any other is `Other` with its name. */
const AMAZON_CARRIERS = ["USPS", "UPS", "FedEx", "DHL"];
const amazonCarrier = ({ carrier: name }: ShippedLine) => AMAZON_CARRIERS.find((code) => code.toLowerCase() === name?.trim().toLowerCase());

/** Item Number and Transaction ID of an eBay item, which an import joins. */
const ebayIds = ({ item_external_id }: ShippedLine) => (item_external_id ?? "").split("-", 2);

export const LAYOUTS: Readonly<Record<WorksheetFormat, Layout>> = {
  // Etsy accepts no file: this is a list to work through by hand.
  etsy: {
    columns: {
      "Order ID": orderId,
      "Date Shipped": shippedOn,
      "Shipping Carrier": carrier,
      "Tracking Number": trackingNumber,
      "Tracking URL": (line) => trackingLink(line) ?? "",
    },
    byItem: false,
    extension: "csv",
    line: csvLine,
  },
  ebay: {
    columns: {
      "Order Number": orderId,
      "Item Number": (item) => ebayIds(item)[0] ?? "",
      "Transaction ID": (item) => ebayIds(item)[1] ?? "",
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
      "order-item-id": ({ item_external_id }) => item_external_id ?? "",
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

/** The line with the names of the columns. */
export const headOf = ({ columns, line }: Layout): string => `${line(Object.keys(columns))}\r\n`;

/** Writes lines in the columns of a platform. Days are those of the time zone. */
export function writeLines({ columns, line }: Layout, lines: readonly ShippedLine[], zone: string): string {
  const cells = Object.values(columns);
  return lines
    .map((each) => {
      const day = dayText(dayNumber(each.shipped_at, zone));
      return `${line(cells.map((cell) => guardFormulas(cell(each, day))))}\r\n`;
    })
    .join("");
}
