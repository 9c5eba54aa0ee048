/** Longest text that is laid out for the eye, in characters. */
const MOST = 100_000;

/** A JSON text laid out in lines; null for what is no JSON, or is too long to be looked at. */
export function prettyJson(text: string): string | null {
  if (text.length > MOST) return null;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return null;
  }
}
