import { countCharacters, countDifferentCharacters, passwordRules } from '@larkmere/contract/identity/password-rules';

export const isLongPassword = (password: string): boolean => countCharacters(password) >= passwordRules.min;
export const isVariedPassword = (password: string): boolean =>
  countDifferentCharacters(password) >= passwordRules.minDifferent;

/** Without a second entry, the first one alone counts. */
export const meetsPasswordRules = (password: string, confirm = password): boolean =>
  isLongPassword(password) && isVariedPassword(password) && password === confirm;
