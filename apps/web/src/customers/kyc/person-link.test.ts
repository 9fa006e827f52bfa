import { expect, it } from 'vitest';
import { parsePersonLink } from './person-link.ts';

const id = '0198c6b2-6f0e-7c44-9a51-3f0d2a7b9c11';

it('reads the link of a director or owner from the fragment', () => {
  expect(parsePersonLink(`#person=${id}&code=a-b_c`)).toEqual({ id, code: 'a-b_c' });
  expect(parsePersonLink(`person=${id}&code=x`)).toEqual({ id, code: 'x' });
});

it.each(['', '#', `#person=${id}`, '#code=x', '#person=somebody&code=x'])('finds no link in "%s"', (fragment) =>
  expect(parsePersonLink(fragment)).toBeUndefined(),
);
