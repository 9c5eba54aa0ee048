/** How long a text is in HTML: an escaped character takes at most six. */
export function htmlLength(text: string): number {
  let length = text.length;
  for (let at = 0; at < text.length; at += 1) if (/["&'<>]/.test(text.charAt(at))) length += 5;
  return length;
}
