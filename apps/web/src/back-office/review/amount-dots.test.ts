import { expect, it } from 'vitest';
import { dotsOf } from './amount-dots.ts';

it('spreads the amounts over the width by their size, with the one under review at its place', () => {
  const { dots, mark, ticks } = dotsOf([100, 1000], 10_000, 320);
  expect(dots.map(({ x }) => x)).toEqual([24, 160]);
  expect(mark).toBe(294);
  expect(ticks.map(({ text }) => text)).toEqual(['100', '500', '2,000', '10,000']);
});

it('stacks amounts that would cover one another, up to a height', () => {
  const levels = dotsOf(
    Array.from({ length: 8 }, () => 50),
    5000,
    320,
  ).dots.map(({ level }) => level);
  expect(levels).toEqual([0, 1, 2, 3, 4, 4, 4, 4]);
});

it('draws a single amount in the middle', () => {
  expect(dotsOf([70], 70, 320)).toMatchObject({ mark: 160, dots: [{ x: 160, level: 0 }] });
});
