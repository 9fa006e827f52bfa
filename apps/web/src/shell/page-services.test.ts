import { expect, it } from 'vitest';
import { servicesOfPage } from './page-services.ts';

it('finds the services of a page by the longest path that fits', () => {
  expect(servicesOfPage('/payment/gbp')).toEqual(['payment.gbp', 'payment.ifx.gbp']);
  expect(servicesOfPage('/payment/bulk')).toContain('payment.swift');
  expect(servicesOfPage('/wallet/send')).toContain('payment.thb');
  expect(servicesOfPage('/card/issue')).toEqual(['card']);
  expect(servicesOfPage('/payments')).toEqual([]);
  expect(servicesOfPage('/dashboard')).toEqual([]);
});
