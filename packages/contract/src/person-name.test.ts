import fc from 'fast-check';
import { expect, it } from 'vitest';
import { partsOf, wholeName } from './person-name.ts';

it.each([
  ['Somchai Prasert', { firstName: 'Somchai', lastName: 'Prasert' }],
  ['William Aldous  Penrose ', { firstName: 'William Aldous', lastName: 'Penrose' }],
  ['Sukarno', { firstName: 'Sukarno', lastName: '' }],
  ['', { firstName: '', lastName: '' }],
])('%j in parts', (name, parts) => expect(partsOf(name)).toEqual(parts));

it('the parts of a name are that name again', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      expect(wholeName(partsOf(name))).toBe(name.trim().split(/\s+/).join(' '));
    }),
  );
});
