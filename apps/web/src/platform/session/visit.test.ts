import { screens } from '@larkmere/contract/platform/screens';
import { expect, it } from 'vitest';
import { isScreenClosed } from './visit.ts';

const closedIn = (mode: 'view' | 'assist'): string[] =>
  screens
    .filter(({ area, path }) => area !== 'manage' && isScreenClosed(path.replace(/\{\w+\}/g, 'x'), mode))
    .map(({ path }) => path);

const never = [
  '/know-your-customer',
  '/wallet/payment-topup',
  '/request/delete/account',
  '/card/issue',
  '/payment/bulk',
  '/payee/add/{currency}/{type}',
  '/payee/edit/{currency}/{type}/{uid}',
  '/instant-bank-payment/create',
  '/change-password',
  '/pis-service/response',
  '/wallet/favorite/{uid}/send',
  '/wallet/deposit',
  '/wallet/upgrade',
  '/wallet/password',
];

it('screens that only change something are closed to staff', () => {
  expect(closedIn('assist').toSorted()).toEqual(never.toSorted());
});

it('the forms of payments and exchanges open with assist', () => {
  const forms = ['', '/gbp', '/eur', '/thb', '/swt'].map((form) => `/payment${form}`);
  const others = [
    '/request-fx',
    '/standing-order/add',
    '/wallet/standing-order/add',
    '/transfer',
    '/wallet/send',
    '/wallet/fx',
  ];
  expect(closedIn('view').toSorted()).toEqual([...never, ...forms, ...others].toSorted());
});
