/** Chance from a seed: the same seed draws the same again. */
export type Random = Readonly<{
  /** From 0 up to, but not, 1. */
  draw: () => number;
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  oneOf: <T>(choices: readonly T[]) => T;
}>;

/** Mulberry32: 32 bits of state, far more than a world of a few hundred draws needs. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  const draw = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (least: number, most: number): number => Math.floor(least + draw() * (most - least + 1));
  return {
    draw,
    between,
    chance: (probability) => draw() < probability,
    oneOf: (choices) => choices[between(0, choices.length - 1)] as (typeof choices)[number],
  };
}

/** An amount that every rail takes, whatever its currency: two Australian dollars are below the least that is sent. */
export const someAmount = ({ between }: Random): string =>
  `${between(3, 90)}.${String(between(0, 99)).padStart(2, '0')}`;
