export interface Pixels {
  width: number;
  height: number;
}

const viewOf = (bytes: Uint8Array): DataView => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

/** A size as it is stored in a file. Null: it is 0, or longer than any picture is. */
function pixels(width: number, height: number): Pixels | null {
  const isPlausible = [width, height].every((length) => length > 0 && length <= 1_000_000);
  return isPlausible ? { width, height } : null;
}

/** PNG, section 11.2.2: the header chunk is the first one. */
export function pngSize(head: Uint8Array): Pixels | null {
  return head.byteLength < 24 ? null : pixels(viewOf(head).getUint32(16), viewOf(head).getUint32(20));
}

/** GIF89a, section 18. */
export function gifSize(head: Uint8Array): Pixels | null {
  return head.byteLength < 10 ? null : pixels(viewOf(head).getUint16(6, true), viewOf(head).getUint16(8, true));
}

/** Adobe Photoshop File Formats, file header section. */
export function photoshopSize(head: Uint8Array): Pixels | null {
  return head.byteLength < 22 ? null : pixels(viewOf(head).getUint32(18), viewOf(head).getUint32(14));
}

/** RFC 9649, sections 2.5 to 2.7: the size is in the first chunk. */
export function webpSize(head: Uint8Array): Pixels | null {
  if (head.byteLength < 30) return null;
  const view = viewOf(head);
  const chunk = String.fromCodePoint(...head.subarray(12, 16));
  if (chunk === "VP8 ") return pixels(view.getUint16(26, true) & 0x3fff, view.getUint16(28, true) & 0x3fff);
  if (chunk === "VP8L") {
    const bits = view.getUint32(21, true);
    return pixels((bits & 0x3fff) + 1, ((bits >>> 14) & 0x3fff) + 1);
  }
  const lengthAt = (at: number) => view.getUint16(at, true) + view.getUint8(at + 2) * 0x1_0000 + 1;
  return chunk === "VP8X" ? pixels(lengthAt(24), lengthAt(27)) : null;
}

/** The markers of frames, ITU-T T.81, table B.1. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

/** ITU-T T.81, section B.2: the size is in the header of the frame, after segments of any length. */
export function jpegSize(head: Uint8Array): Pixels | null {
  const view = viewOf(head);
  let at = 2;
  while (at + 9 <= head.byteLength && head[at] === 0xff) {
    const marker = head[at + 1] ?? 0;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return pixels(view.getUint16(at + 7), view.getUint16(at + 5));
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}
