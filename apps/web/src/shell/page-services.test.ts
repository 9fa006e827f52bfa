import { expect, it } from 'vitest';
import { findReach } from './page-services.ts';

it('finds the services of a page by the longest path that fits', () => {
  expect(findReach('/payment/gbp', ['payment.gbp'])).toBe('all');
  expect(findReach('/payment/gbp', ['payment.eur'])).toBeUndefined();
  expect(findReach('/card/issue', ['card'])).toBe('all');
  expect(findReach('/payments', ['payment.gbp'])).toBeUndefined();
  expect(findReach('/dashboard', ['login'])).toBeUndefined();
});

it('tells a page of which only a part is meant', () => {
  expect(findReach('/payment', ['payment.gbp'])).toBe('part');
  expect(findReach('/payment/bulk', ['payment.swift'])).toBe('part');
  expect(findReach('/wallet/deposit', ['pis'])).toBe('part');
  expect(findReach('/wallet/deposit', ['pis', 'wallet.topup'])).toBe('all');
});
