/** What is wrong with a new password that was typed twice; null where nothing is. */
export function twiceFault(password: string, again: string): string | null {
  return password === again ? null : "The two passwords are not the same.";
}
