import { describe, expect, it } from 'vitest';
import { cleanRecoveryCode, cleanTotpCode, isRecoveryCode, isTotpCode } from './typed-code.ts';

describe('a code of an app', () => {
  it.each([
    ['123456', '123456'],
    [' 123 456 ', '123456'],
    ['123-4567', '123456'],
    ['12a', '12'],
  ])('%j is read as %j', (typed, code) => {
    expect(cleanTotpCode(typed)).toBe(code);
    expect(isTotpCode(code)).toBe(code.length === 6);
  });
});

describe('a recovery code', () => {
  it.each([
    ['ABCDE-FGHJK', 'ABCDE-FGHJK', true],
    ['  abcdefghjk\n', 'ABCDE-FGHJK', true],
    ['abcde fghjk', 'ABCDE-FGHJK', true],
    ['ABCDE–FGHJK more', 'ABCDE-FGHJK', true],
    ['ABCDE', 'ABCDE', false],
    ['ABCDEF', 'ABCDE-F', false],
  ])('%j is read as %j', (typed, code, isWhole) => {
    expect(cleanRecoveryCode(typed)).toBe(code);
    expect(isRecoveryCode(code)).toBe(isWhole);
  });
});
