import { expect, test } from 'vitest';
import { compareNames } from './compare-names.ts';

test.each([
  ['Maya Lindgren', 'MAYA LINDGREN', 'same'],
  ['Maya Lindgren', 'Lindgren, Maya', 'same'],
  ['José Núñez', 'Jose Nunez', 'same'],
  ['Jürgen Müller', 'Juergen Mueller', 'same'],
  ['Jürgen Müller', 'Jurgen Muller', 'same'],
  ['Søren Åberg', 'Soeren Aaberg', 'same'],
  ['Anna-Maria Weiß', 'Annamaria Weiss', 'same'],
  ['Seán O’Brien', "SEAN O'BRIEN", 'same'],
  ['Ms Maya Lindgren', 'Maya Lindgren', 'same'],
  ['Дмитрий Иванов', 'Dmitriy Ivanov', 'similar'],
  ['Maya Lindgren', 'Maya Elin Lindgren', 'extended'],
  ['Ｍaya Lindgren', 'Maya Lindgren', 'same'],
  ['Maya Lindgren', 'Maya Lindgrem', 'similar'],
  ['M. Lindgren', 'Maya Lindgren', 'similar'],
  ['Maya Lindgren', 'Peter Smith', 'different'],
  ['Maya Lindgren', 'Maya Smith', 'different'],
  ['Maya Lindgren', 'Peter Lindgren', 'different'],
  ['Maya', 'Maya Lindgren', 'different'],
  ['', 'Maya Lindgren', 'different'],
] as const)('%s and %s are %s', (one, other, expected) => {
  expect([compareNames(one, other), compareNames(other, one)]).toEqual([expected, expected]);
});
