import { expect, it } from 'vitest';
import { linkTo, parseSearch, stringifySearch } from './search.ts';

it('parses every value as a string', () => {
  expect(parseSearch('?bankholderid=104882&from=2026-01-01&q=a%20b')).toEqual({
    bankholderid: '104882',
    from: '2026-01-01',
    q: 'a b',
  });
});

it('serialises parsed values without empty ones', () => {
  expect(stringifySearch({ bankholderid: '0104882', q: '', direction: undefined })).toBe('?bankholderid=0104882');
  expect(stringifySearch({})).toBe('');
});

it('splits an address into path and search', () => {
  expect(linkTo('/statement?bankholderid=104882')).toEqual({ to: '/statement', search: { bankholderid: '104882' } });
  expect(linkTo('/payee')).toEqual({ to: '/payee', search: {} });
});
