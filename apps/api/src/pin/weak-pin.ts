import { Refusal } from '../kernel/refusal.ts';

/** `1111`, `1212`, `1122` and `1221`. */
const isRepeat = ([a, b, c, d]: Digits): boolean =>
  (a === b && c === d) || (a === c && b === d) || (a === d && b === c);

/** Up or down by ones or twos, with 0 after 9: `3456`, `7890`, `2468`. */
function isRun(digits: Digits): boolean {
  const steps = digits.slice(1).map((digit, before) => (Number(digit) - Number(digits[before]) + 10) % 10);
  return [1, 2, 8, 9].some((step) => steps.every((each) => each === step));
}

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isDayOf = (day: string, month: string): boolean =>
  Number(day) > 0 && Number(day) <= (daysOf[Number(month) - 1] ?? 0);
/** A day of the year, written either way round. */
const isDay = ([a, b, c, d]: Digits): boolean => isDayOf(a + b, c + d) || isDayOf(c + d, a + b);

/** A year that somebody who is alive was born in, married in or looks forward to. */
const isYear = ([a, b]: Digits): boolean => ['19', '20'].includes(a + b);

/** Three keys in a straight line, before or after 0: `1470`, `0369`, `1590`. */
const lines = ['123', '456', '789', '147', '258', '369', '159', '357'];
function isLineOfKeys(digits: Digits): boolean {
  const keys = digits.join('').replace(/^0|0$/, '');
  return lines.includes(keys) || lines.includes(Array.from(keys).toReversed().join(''));
}

/** Column and row of a key. */
const placeOf = (digit: string): readonly [number, number] =>
  digit === '0' ? [1, 3] : [(Number(digit) - 1) % 3, Math.floor((Number(digit) - 1) / 3)];

/** From each key to one beside it, above or below, never back: `2580`, `1236`, `1254`. */
const isWalk = (digits: Digits): boolean =>
  new Set(digits).size === 4 &&
  digits.slice(1).every((digit, before) => {
    const [[x, y], [fromX, fromY]] = [placeOf(digit), placeOf(digits[before] ?? '')];
    return Math.abs(x - fromX) + Math.abs(y - fromY) === 1;
  });

/** The corners of a rectangle or of the cross, in any order: `1397`, `4613`, `2684`. */
function isCorners(digits: Digits): boolean {
  const keys = new Set(digits);
  const [columns, rows] = [0, 1].map((side) => new Set(digits.map((digit) => placeOf(digit)[side]))) as [
    Set<number>,
    Set<number>,
  ];
  return keys.size === 4 && ((columns.size === 2 && rows.size === 2) || digits.toSorted().join('') === '2468');
}

type Digits = readonly [string, string, string, string];

const patterns = [isRepeat, isRun, isDay, isYear, isLineOfKeys, isWalk, isCorners];

/** What a birthday (yyyy-mm-dd) gives besides a day and a year: `0588`, `8805`, `1788`, `8817`. */
function partsOf(birthday: string): string[] {
  const [year = '', month = '', day = ''] = birthday.split('-');
  const short = year.slice(2);
  return [month + short, short + month, day + short, short + day];
}

/** What a stranger would try first, or a thief of the wallet. */
export function isWeak(pin: string, birthday?: string): boolean {
  const digits = Array.from(pin) as unknown as Digits;
  return patterns.some((matches) => matches(digits)) || (birthday !== undefined && partsOf(birthday).includes(pin));
}

/** Refuses with `pin_mismatch` or `pin_weak`. */
export function requireGoodPin(pin: string, confirmation: string, birthday: string | undefined): void {
  if (pin !== confirmation) throw new Refusal('pin_mismatch');
  if (isWeak(pin, birthday)) throw new Refusal('pin_weak');
}
