import { beforeAll, expect, it } from 'vitest';
import { type ListedName, type Matcher, matcherOf } from './match-names.ts';

let state = 20_261_121;
const upTo = (end: number): number => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state % 65_536) % end;
};
const oneOf = <T>(choices: readonly T[]): T => choices[upTo(choices.length)] as T;

const openings = 'b ch d f g h j k kh l m n p q r s sh t v w y z zh'.split(' ');
const vowels = 'a e i o u aa ei ou ya'.split(' ');
const closings = ['', '', 'n', 'r', 'm', 'l', 's', 'd', 'k', 'ng'];
const commonGiven =
  'James Mary John Linda William David Susan Mohammed Ahmed Ali Hassan Maria Jose Wei Ivan Olga Anna'.split(' ');
const commonFamily =
  'Smith Johnson Brown Jones Garcia Davis Lopez Wilson Thomas Taylor Khan Hussain Patel Singh Wang Chen Petrov'.split(
    ' ',
  );
const syllables = (count: number): string =>
  Array.from({ length: count }, () => oneOf(openings) + oneOf(vowels) + oneOf(closings)).join('');
const madeUp = Array.from({ length: 1500 }, () => syllables(oneOf([1, 2, 2, 2, 3])));
const word = (common: readonly string[]): string => (upTo(4) === 0 ? oneOf(common) : oneOf(madeUp));
const listed = Array.from({ length: 4000 }, (_, i): ListedName => {
  const middle = Array.from({ length: oneOf([0, 1, 1, 2]) }, () => oneOf(madeUp));
  return { entryId: `${i}`, name: [word(commonGiven), ...middle, word(commonFamily)].join(' '), regime: 'Made up' };
});
const sought = Array.from({ length: 150 }, () => oneOf(listed));

function slip(text: string, shortest: number): string {
  if (text.length < shortest) return text;
  const at = upTo(text.length - 1);
  const other = String.fromCharCode(97 + upTo(26));
  return oneOf([
    text.slice(0, at) + text.slice(at + 1),
    text.slice(0, at) + other + text.slice(at),
    text.slice(0, at) + other + text.slice(at + 1),
    text.slice(0, at) + text.charAt(at + 1) + text.charAt(at) + text.slice(at + 2),
  ]);
}

const words = (name: string): string[] => name.toLowerCase().split(' ');
const slipOnce = (name: string): string => {
  const at = upTo(words(name).length);
  return words(name)
    .map((each, i) => (i === at ? slip(each, 3) : each))
    .join(' ');
};

let match: Matcher;
beforeAll(() => {
  match = matcherOf(listed);
});
const shareFound = (write: (name: string) => string): number =>
  (100 * sought.filter(({ name, entryId }) => match(write(name), 0.88).some((hit) => hit.entryId === entryId)).length) /
  sought.length;

it.each([
  ['as they stand there', 100, (name: string) => name],
  ['from back to front', 100, (name: string) => words(name).toReversed().join(' ')],
  ['with a slip of the pen', 98, slipOnce],
  [
    'with one in every word of four letters and more',
    99,
    (name: string) =>
      words(name)
        .map((each) => slip(each, 4))
        .join(' '),
  ],
  [
    'with one in every word, those of three letters too',
    97,
    (name: string) =>
      words(name)
        .map((each) => slip(each, 3))
        .join(' '),
  ],
  ['without what stands between', 99, (name: string) => `${words(name)[0]} ${words(name).at(-1)}`],
])('finds names %s: at least %i of 100', (_, least, write) => {
  expect(shareFound(write)).toBeGreaterThanOrEqual(least);
});

it('matches few common names that are not on the list', () => {
  const onList = new Set(listed.map(({ name }) => `${words(name)[0]} ${words(name).at(-1)}`));
  const common = commonGiven.flatMap((given) => commonFamily.map((family) => `${given} ${family}`));
  const others = common.filter((name) => !onList.has(name.toLowerCase()));
  const held = others.filter((name) => match(name, 0.88).length > 0);
  expect(others.length).toBeGreaterThan(100);
  expect((100 * held.length) / others.length).toBeLessThanOrEqual(4);
});
