import { expect, it } from 'vitest';
import { parseResetLink } from './reset-link.ts';

const id = 'f3b0c442-98fc-4c14-9afb-f4c8996fb924';

it.each([
  [`#id=${id}&code=abc`, { id, code: 'abc' }],
  [`id=${id}&code=abc`, { id, code: 'abc' }],
  [`#id=${id}`, undefined],
  ['#id=1&code=abc', undefined],
  ['', undefined],
])('reads %s', (fragment, link) => {
  expect(parseResetLink(fragment)).toEqual(link);
});
