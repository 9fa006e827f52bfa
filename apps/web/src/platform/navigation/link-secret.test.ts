import { expect, it } from 'vitest';
import { readLink } from './link-secret.ts';

const secret = 'Zk3_9-aBcDeFgHiJkLmNoPqRsTuVwXyZ0123456789a';

it.each([
  ['/forgot-login', '/forgot-login'],
  ['/invitation', '/invitation'],
  ['/manage-invitation', '/manage-invitation'],
  ['/loginasstaff', '/loginasstaff'],
])('takes the secret out of the fragment of %s', (pathname, address) => {
  for (const hash of [secret, `#${secret}`]) expect(readLink({ pathname, hash })).toEqual({ secret, address });
});

it.each(['/forgot-login', '/invitation', '/manage-invitation', '/loginasstaff'])(
  'takes the secret out of the path of %s',
  (path) => {
    const link = { pathname: `${path}/${secret}`, hash: '', token: secret };
    expect(readLink(link)).toEqual({ secret, address: `${path}/link` });
    expect(readLink({ ...link, pathname: `${path}/${secret}/` })).toEqual({ secret, address: `${path}/link` });
  },
);

it('finds no secret in a cleared address or in a place of the page', () => {
  expect(readLink({ pathname: '/forgot-login/link', hash: '', token: 'link' }).secret).toBe('');
  expect(readLink({ pathname: '/forgot-login', hash: '#content' })).toEqual({ secret: '', address: '/forgot-login' });
});
