export type Random = Readonly<{
  draw: () => number;
  between: (least: number, most: number) => number;
  chance: (probability: number) => boolean;
  oneOf: <T>(choices: readonly T[]) => T;
}>;

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

/** At least 3, because two Australian dollars are below the minimum of their rail. */
export const someAmount = ({ between }: Random): string =>
  `${between(3, 90)}.${String(between(0, 99)).padStart(2, '0')}`;
