/** Whether two e-mail addresses are the same to the database, which ignores the case of ASCII letters only. */
export function isSameAddress(one: string, other: string): boolean {
  const lower = (text: string) => text.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
  return lower(one) === lower(other);
}
