import { beforeAll, expect, it } from 'vitest';
import { createNameMatcher, type ListedName, type NameMatcher } from './match-names.ts';

let state = 20_261_121;
const randomBelow = (end: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state % 65_536) % end;
};
const oneOf = <T>(choices: readonly T[]): T => choices[randomBelow(choices.length)] as T;

const openings = 'b ch d f g h j k kh l m n p q r s sh t v w y z zh'.split(' ');
const vowels = 'a e i o u aa ei ou ya'.split(' ');
const closings = ['', '', 'n', 'r', 'm', 'l', 's', 'd', 'k', 'ng'];
const commonFirstNames =
  'James Mary John Linda William David Susan Mohammed Ahmed Ali Hassan Maria Jose Wei Ivan Olga Anna'.split(' ');
const commonFamily =
  'Smith Johnson Brown Jones Garcia Davis Lopez Wilson Thomas Taylor Khan Hussain Patel Singh Wang Chen Petrov'.split(
    ' ',
  );
const syllables = (count: number): string =>
  Array.from({ length: count }, () => oneOf(openings) + oneOf(vowels) + oneOf(closings)).join('');
const inventedWords = Array.from({ length: 1500 }, () => syllables(oneOf([1, 2, 2, 2, 3])));
const word = (common: readonly string[]): string => (randomBelow(4) === 0 ? oneOf(common) : oneOf(inventedWords));
const listed = Array.from({ length: 4000 }, (_, i): ListedName => {
  const middle = Array.from({ length: oneOf([0, 1, 1, 2]) }, () => oneOf(inventedWords));
  return {
    entryId: `${i}`,
    name: [word(commonFirstNames), ...middle, word(commonFamily)].join(' '),
    regime: 'Made up',
  };
});
const sought = Array.from({ length: 150 }, () => oneOf(listed));

function addTypo(text: string, shortest: number): string {
  if (text.length < shortest) return text;
  const at = randomBelow(text.length - 1);
  const other = String.fromCharCode(97 + randomBelow(26));
  return oneOf([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + other + text.slice(at),
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ]);
}

const words = (name: string): string[] => name.toLowerCase().split(' ');
const addOneTypo = (name: string): string => {
  const at = randomBelow(words(name).length);
  return words(name)
    .map((each, i) => (i === at ? addTypo(each, 3) : each))
    .join(' ');
};

let match: NameMatcher;
beforeAll(() => {
  match = createNameMatcher(listed);
});
const shareFound = (write: (name: string) => string): number =>
  (100 * sought.filter(({ name, entryId }) => match(write(name), 0.88).some((hit) => hit.entryId === entryId)).length) /
  sought.length;

it.each([
  ['as they stand there', 100, (name: string) => name],
  ['from back to front', 100, (name: string) => words(name).toReversed().join(' ')],
  ['with a slip of the pen', 98, addOneTypo],
  [
    'with one in every word of four letters and more',
    99,
    (name: string) =>
      words(name)
        .map((each) => addTypo(each, 4))
        .join(' '),
  ],
  [
    'with one in every word, those of three letters too',
    97,
    (name: string) =>
      words(name)
        .map((each) => addTypo(each, 3))
        .join(' '),
  ],
  ['without what stands between', 99, (name: string) => `${words(name)[0]} ${words(name).at(-1)}`],
])('finds names %s: at least %i of 100', (_, least, write) => {
  expect(shareFound(write)).toBeGreaterThanOrEqual(least);
});

it('matches few common names that are not on the list', () => {
  const onList = new Set(listed.map(({ name }) => `${words(name)[0]} ${words(name).at(-1)}`));
  const common = commonFirstNames.flatMap((given) => commonFamily.map((family) => `${given} ${family}`));
  const others = common.filter((name) => !onList.has(name.toLowerCase()));
  const held = others.filter((name) => match(name, 0.88).length > 0);
  expect(others.length).toBeGreaterThan(100);
  expect((100 * held.length) / others.length).toBeLessThanOrEqual(4);
});
