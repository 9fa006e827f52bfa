import { expect, it } from 'vitest';
import { matchesSearch, sortPayees } from './payee-search.ts';

const payee = {
  name: 'Somchai Prasert',
  nickname: 'Landlord',
  summary: '04-06-21 · 41728830',
  defaultReference: 'Flat 4B',
};

it('finds by name and nickname, ignoring case', () => {
  expect(matchesSearch(payee, 'PRAS')).toBe(true);
  expect(matchesSearch(payee, 'landl')).toBe(true);
  expect(matchesSearch({ ...payee, nickname: null }, 'landl')).toBe(false);
});

it('finds by the reference that is usual for the payee', () => {
  expect(matchesSearch(payee, 'flat 4')).toBe(true);
});

it('finds by account number, ignoring separators', () => {
  expect(matchesSearch(payee, '04-06')).toBe(true);
  expect(matchesSearch(payee, '4172 88')).toBe(true);
  expect(matchesSearch(payee, '9999')).toBe(false);
});

it('finds all payees for an empty search', () => {
  expect(matchesSearch(payee, ' ')).toBe(true);
});

it('sorts by displayed name, last payment and creation date', () => {
  const [paid, added] = ['2026-11-01T00:00:00Z', '2026-01-01T00:00:00Z'];
  const zoe = { name: 'Zoë', nickname: 'Aunt', lastPaidAt: null, createdAt: paid, favourite: false };
  const ben = { name: 'Ben', nickname: null, lastPaidAt: paid, createdAt: added, favourite: false };
  const ann = { name: 'Ann', nickname: 'Zed', lastPaidAt: null, createdAt: '2025-01-01T00:00:00Z', favourite: false };
  const names = (order: 'name' | 'paid' | 'added') => sortPayees([ann, ben, zoe], order).map(({ name }) => name);
  expect(names('name')).toEqual(['Zoë', 'Ben', 'Ann']);
  expect(names('paid')).toEqual(['Ben', 'Zoë', 'Ann']);
  expect(names('added')).toEqual(['Zoë', 'Ben', 'Ann']);
  const starred = (order: 'name' | 'paid' | 'added') =>
    sortPayees([ben, { ...ann, favourite: true }, { ...zoe, favourite: true }], order).map(({ name }) => name);
  expect(starred('name')).toEqual(['Zoë', 'Ann', 'Ben']);
  expect(starred('paid')).toEqual(['Zoë', 'Ann', 'Ben']);
});
