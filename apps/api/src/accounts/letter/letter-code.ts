import { randomInt } from 'node:crypto';

/** Crockford's base 32: no letters that look like digits. */
const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const codeLength = 16;
const codePattern = new RegExp(`^[${alphabet}]{${codeLength}}$`);

export const generateCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet.charAt(randomInt(alphabet.length))).join('');

export const formatCode = (code: string): string => code.replace(/(.{4})(?=.)/g, '$1-');

/** Undefined for what cannot be a code. Letters that look like digits are read as those, as Crockford's base 32 has it. */
export function parseCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return codePattern.test(code) ? code : undefined;
}
