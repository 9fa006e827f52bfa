import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { currencies } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import { type FirmAccount, firmAccounts, generateReference } from './chart-of-accounts.ts';

const document = readFileSync(join(import.meta.dirname, '../../../../../docs/chart-of-accounts.md'), 'utf8');

function tableUnder(heading: string): string[][] {
  const [, section = ''] = document.split(`## ${heading}\n`);
  const rows = (section.split('\n## ')[0] ?? '').split('\n').filter((line) => line.startsWith('| `'));
  return rows.map((row) =>
    row
      .split('|')
      .slice(1, -1)
      .map((cell) => cell.trim()),
  );
}

const accounts = firmAccounts('<bank>');

const rowsOf = (account: FirmAccount): string[] => {
  const family = account.code.slice(0, -account.currency.length);
  const inEvery = currencies.every((currency) => accounts.some(({ code }) => code === family + currency));
  return [`\`${inEvery ? `${family}<currency>` : account.code}\``, account.class, account.raisedBy, account.loweredBy];
};

test('the documented chart of accounts matches the code', () => {
  const rows = [...new Map(accounts.map(rowsOf).map((row) => [row[0], row])).values()];
  expect(tableUnder('The firm’s own accounts')).toEqual(rows);
});

test('account codes are unique and end with their currency', () => {
  expect(new Set(accounts.map(({ code }) => code)).size).toBe(accounts.length);
  for (const { code, currency } of accounts) expect(code.endsWith(`:${currency}`), code).toBe(true);
});

test('references are unambiguous when read aloud, and unique', () => {
  const many = Array.from({ length: 1000 }, generateReference);
  for (const reference of many) expect(reference).toMatch(/^[2-9A-HJ-NP-Z]{12}$/);
  expect(new Set(many).size).toBe(1000);
  expect(new Set(many.join('')).size).toBe(32);
});
