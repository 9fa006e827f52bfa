const digits = '0123456789';
const upper = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const lower = 'abcdefghijklmnopqrstuvwxyz';
const special = '!@#$%^&*()_+';
const all = digits + upper + lower;

/** Digit, capital, small letter, digit, eight random characters and one special character: section 5 of the specification. */
export const generatePassword = (): string =>
  [digits, upper, lower, digits, ...Array.from({ length: 8 }, () => all), special].map(pick).join('');

/** Values above the largest multiple would make the first characters likelier, so they are drawn again. */
function pick(from: string): string {
  const limit = 256 - (256 % from.length);
  for (;;) {
    const [value = limit] = crypto.getRandomValues(new Uint8Array(1));
    if (value < limit) return from[value % from.length] ?? '';
  }
}
