/** The part of JsBarcode that encodes Code 128. The package has types only for drawing in a browser. */
declare module "jsbarcode/bin/barcodes/CODE128/index.js" {
  export class CODE128 {
    constructor(text: string, options: Record<never, never>);
    /** `data` has a 1 for each black module and a 0 for each white one. */
    encode(): { data: string };
  }
}
