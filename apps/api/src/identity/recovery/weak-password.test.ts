import { expect, it } from 'vitest';
import { isWeakPassword } from './weak-password.ts';

const names = ['dara', 'dara.chen', 'LM-48213', 'bo'];

it.each([
  ['four different characters', 'abcdabcdabcdabcd', true],
  ['five', 'abcdeabcdeabcde', false],
  ['four in capitals and small letters', 'abcdABCDabcdABCD', true],
  ['the username', 'my DARA is at home', true],
  ['the member code', 'is lm-48213 enough', true],
  ['our name', 'I bank at Larkmere', true],
  ['a name that is too short to matter', 'a boat on the lake', false],
  ['nothing of the customer', 'a heron stands in the shallows', false],
])('judges a password with %s', (_, password, isWeak) => expect(isWeakPassword(password, names)).toBe(isWeak));
