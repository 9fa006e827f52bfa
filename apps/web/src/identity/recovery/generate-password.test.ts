import { countDifferentCharacters, passwordRules } from '@larkmere/contract/identity/password-rules';
import { expect, it } from 'vitest';
import { generatePassword } from './generate-password.ts';

it('generates passwords in the layout of the specification, never the same twice', () => {
  const passwords = Array.from({ length: 500 }, generatePassword);
  for (const password of passwords) {
    expect(password).toMatch(/^\d[A-Z][a-z]\d[A-Za-z\d]{8}[!@#$%^&*()_+]$/);
    expect(password.length).toBeGreaterThanOrEqual(passwordRules.min);
  }
  expect(new Set(passwords).size).toBe(500);
  expect(passwords.filter((password) => countDifferentCharacters(password) < passwordRules.minDifferent)).toEqual([]);
});

it('uses every character of its sets', () => {
  const used = new Set(Array.from({ length: 1000 }, generatePassword).join(''));
  expect(used.size).toBe(10 + 26 + 26 + 12);
});
