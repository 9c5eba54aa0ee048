import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Visit } from "./console/kit.ts";
import { type PrintedPage, readPdf } from "./pdf.ts";

/** Prints a page. Saves the PDF under this name if PICTURES names a folder, for people to look at. */
export async function print({ page }: Visit, name: string, options: { format?: string } = {}): Promise<PrintedPage[]> {
  const pdf = await page.pdf({ preferCSSPageSize: true, ...options });
  const folder = process.env["PICTURES"];
  if (folder !== undefined) writeFileSync(join(folder, `${name}.pdf`), pdf);
  return readPdf(pdf);
}

/** The text of the pages without any spaces, because a line may end at each. */
export const textOf = (pages: readonly PrintedPage[]): string =>
  pages
    .flatMap(({ texts }) => texts.map(({ text }) => text))
    .join("")
    .normalize("NFKC")
    .replaceAll(/\s/g, "");
