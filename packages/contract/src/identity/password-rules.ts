/** Length counts most, so there is no rule about kinds of characters. */
export const passwordRules = { min: 12, max: 128, minDifferent: 5 } as const;

/** The same letters can be sent in several ways: one of them is judged, hashed and compared. */
export const normalisePassword = (password: string): string => password.normalize('NFKC');

export const countCharacters = (password: string): number => Array.from(normalisePassword(password)).length;

export const countDifferentCharacters = (password: string): number =>
  new Set(normalisePassword(password).toLowerCase()).size;
