import { CODE128 } from "jsbarcode/bin/barcodes/CODE128/index.js";

/** Modules of white that a scanner needs on both sides (ISO/IEC 15417). */
const QUIET = 10;
/** Modules. */
const HEIGHT = 36;

/** Pixels of a module: 0.4 mm on paper. */
const SCALE = 1.5;

/** Code 128 has only ASCII. A label of 4 inches scales a wider code down (print.css), and one of more characters too far. */
const ENCODABLE = /^[ -~]{1,32}$/;

/** A text as a Code 128 barcode, one unit of the drawing per module. Nothing for a text that does not fit in one. */
export function Barcode({ text }: { text: string }) {
  if (!ENCODABLE.test(text)) return null;
  const { data } = new CODE128(text, {}).encode();
  const bars = [...data.matchAll(/1+/g)].map(({ 0: bar, index }) => `M${QUIET + index} 0h${bar.length}v${HEIGHT}h-${bar.length}z`);
  const width = data.length + 2 * QUIET;
  return (
    <svg
      class="barcode"
      viewBox={`0 0 ${width} ${HEIGHT}`}
      width={width * SCALE}
      height={HEIGHT * SCALE}
      preserveAspectRatio="none"
      role="img"
      aria-label={`Barcode of ${text}`}
    >
      <path d={bars.join("")} />
    </svg>
  );
}
