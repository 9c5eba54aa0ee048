import { encodeQR } from "qr";

/** Light modules around a code, which readers need (ISO/IEC 18004). */
const BORDER = 4;

/** The dark modules of a line as parts of an SVG path: one for each run. */
function runsOf(line: readonly boolean[], y: number): string {
  let path = "";
  for (let x = 0; x < line.length; x += 1) {
    if (line[x] !== true) continue;
    const start = x;
    while (line[x + 1] === true) x += 1;
    const width = x + 1 - start;
    path += `M${start} ${y}h${width}v1h-${width}z`;
  }
  return path;
}

/** A text as a QR code, dark on light in both color schemes, because not every app reads the reverse. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const lines = encodeQR(text, "raw", { ecc: "medium", border: BORDER });
  return (
    <svg class="qr" viewBox={`0 0 ${lines.length} ${lines.length}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <path d={lines.map(runsOf).join("")} />
    </svg>
  );
}
