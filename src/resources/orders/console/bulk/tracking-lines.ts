export interface TrackingLine {
  /** From 1. */
  line: number;
  order: string;
  tracking_number: string;
}

/** Parses lines such as `#1042, 1Z999`. The separator is a comma, a semicolon or a tab. Quotes and lines without a number are left out. */
export function trackingLines(text: string): TrackingLine[] {
  return text.split("\n").flatMap((content, index) => {
    const [order = "", tracking_number = ""] = content.split(/[,;\t]/).map((part) => part.replaceAll('"', "").trim());
    return order === "" || tracking_number === "" ? [] : [{ line: index + 1, order, tracking_number }];
  });
}
