/** Length counts most, so there is no rule about kinds of characters. */
export const passwordRules = { min: 12, max: 128, minDifferent: 5 } as const;

export const countDifferentCharacters = (password: string): number => new Set(password.toLowerCase()).size;
