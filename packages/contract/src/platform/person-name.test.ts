import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fullName, splitName } from './person-name.ts';

it.each([
  ['Somchai Prasert', { firstName: 'Somchai', lastName: 'Prasert' }],
  ['William Aldous  Penrose ', { firstName: 'William Aldous', lastName: 'Penrose' }],
  ['Sukarno', { firstName: 'Sukarno', lastName: '' }],
  ['', { firstName: '', lastName: '' }],
])('splits %j', (name, parts) => expect(splitName(name)).toEqual(parts));

it('joining the parts restores the name', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(fullName(splitName(name))).toBe(name.trim().split(/\s+/).join(' '));
    }),
  );
});
