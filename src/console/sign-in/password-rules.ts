/** Least and most characters of a password: length is what makes one good (NIST SP 800-63B, section 5.1.1). */
export const PASSWORD_LENGTH = { least: 12, most: 128 } as const;

/** What is wrong with a new password, typed twice; null where nothing is. */
export function passwordFault(password: string, again: string): string | null {
  const { length } = password.normalize("NFKC");
  if (length < PASSWORD_LENGTH.least || length > PASSWORD_LENGTH.most) {
    return `A password has ${PASSWORD_LENGTH.least} to ${PASSWORD_LENGTH.most} characters.`;
  }
  return password === again ? null : "The two passwords are not the same.";
}
