type Dot = Readonly<{ x: number; level: number; key: string }>;
type Tick = Readonly<{ x: number; text: string }>;

const margin = 26;
const slotWidth = 8;
const maxLevel = 4;

/**
 * Places amounts on a logarithmic axis. Dots that would cover one another are stacked, up to a height; more of them share
 * the top. `mark` is where the amount under review is.
 */
export function dotsOf(
  past: readonly number[],
  now: number,
  width: number,
): { dots: Dot[]; mark: number; ticks: Tick[] } {
  const positive = past.filter((amount) => amount > 0);
  const all = [...positive, now];
  const [low, high] = [Math.log10(Math.min(...all)), Math.log10(Math.max(...all))];
  const span = high - low || 1;
  const toX = (amount: number): number =>
    high === low ? width / 2 : margin + ((Math.log10(amount) - low) / span) * (width - 2 * margin);
  const stacks = new Map<number, number>();
  const dots = positive.map((amount, place): Dot => {
    const slot = Math.round(toX(amount) / slotWidth);
    const level = stacks.get(slot) ?? 0;
    stacks.set(slot, level + 1);
    return { x: slot * slotWidth, level: Math.min(level, maxLevel), key: String(place) };
  });
  return { dots, mark: toX(now), ticks: ticksOf(low, high, toX) };
}

/** Round amounts between the smallest and the largest: 1, 2 and 5 of each power of ten, thinned to four. */
function ticksOf(low: number, high: number, toX: (amount: number) => number): Tick[] {
  const round: number[] = [];
  for (let power = Math.floor(low); power <= Math.ceil(high); power++)
    for (const step of [1, 2, 5]) {
      const amount = step * 10 ** power;
      if (Math.log10(amount) >= low && Math.log10(amount) <= high) round.push(amount);
    }
  const every = Math.ceil(round.length / 4);
  return round
    .filter((_, place) => place % every === 0)
    .map((amount) => ({ x: toX(amount), text: amount.toLocaleString('en-GB') }));
}
