/** What is left of a code as apps show it, such as `123 456`. */
export const cleanTotpCode = (text: string): string => text.replace(/\D/g, '').slice(0, 6);

export const isTotpCode = (code: string): boolean => code.length === 6;

/** Two groups of five, however they were typed or pasted. */
export function cleanRecoveryCode(text: string): string {
  const characters = text
    .toUpperCase()
    .replace(/[^A-Z0-9]/g, '')
    .slice(0, 10);
  return characters.replace(/^(.{5})(?=.)/, '$1-');
}

export const isRecoveryCode = (code: string): boolean => code.length === 11;
