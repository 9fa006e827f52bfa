export const hasThaiLetters = (text: string): boolean => /\p{Script=Thai}/u.test(text);
