import { expect, it } from 'vitest';
import { findScreen } from './guards.ts';
import { paths } from './paths.ts';

const screenOf = (address: string): string | undefined => findScreen(new URL(address, 'http://x').pathname)?.path;

it.each([
  ['EUR', 'eur'],
  ['AUD', 'localatw'],
  ['USD', 'swt'],
])('the addresses of a payee in %s by %s are those of their screens', (currency, type) => {
  const code = currency.toLowerCase();
  expect(paths.payeeAdd(currency, type)).toBe(`/payee/add/${code}/${type}`);
  expect(paths.payeeView(currency, type, 'a b')).toBe(`/payee/view/${code}/${type}?uid=a%20b`);
  expect(paths.payeeEdit(currency, type, 'a b')).toBe(`/payee/edit/${code}/${type}/a%20b`);
  expect(screenOf(paths.payeeAdd(currency, type))).toBe('/payee/add/{currency}/{type}');
  expect(screenOf(paths.payeeView(currency, type, 'x'))).toBe('/payee/view/{currency}/{type}');
  expect(screenOf(paths.payeeEdit(currency, type, 'x'))).toBe('/payee/edit/{currency}/{type}/{uid}');
});

it('a wallet opens its payees inside its own area', () => {
  const address = paths.walletPayeePart({ show: 'edit', currency: 'eur', type: 'eur', uid: 'x' });
  expect(address).toBe('/wallet/payee?show=edit&currency=eur&type=eur&uid=x');
  expect(screenOf(address)).toBe('/wallet/payee');
});
