import { expect, it } from 'vitest';
import { linkTo, parseSearch, stringifySearch } from './search.ts';

it('reads every value as a text', () => {
  expect(parseSearch('?bankholderid=104882&from=2026-01-01&q=a%20b')).toEqual({
    bankholderid: '104882',
    from: '2026-01-01',
    q: 'a b',
  });
});

it('writes what it reads, without what is empty', () => {
  expect(stringifySearch({ bankholderid: '0104882', q: '', direction: undefined })).toBe('?bankholderid=0104882');
  expect(stringifySearch({})).toBe('');
});

it('takes an address apart for a link', () => {
  expect(linkTo('/statement?bankholderid=104882')).toEqual({ to: '/statement', search: { bankholderid: '104882' } });
  expect(linkTo('/payee')).toEqual({ to: '/payee', search: {} });
});
