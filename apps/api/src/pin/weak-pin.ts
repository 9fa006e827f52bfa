import { Refusal } from '../kernel/refusal.ts';

const isRepeat = ([a, b, c, d]: Digits): boolean =>
  (a === b && c === d) || (a === c && b === d) || (a === d && b === c);

function isRun(digits: Digits): boolean {
  const steps = digits.slice(1).map((digit, before) => (Number(digit) - Number(digits[before]) + 10) % 10);
  return [1, 2, 8, 9].some((step) => steps.every((each) => each === step));
}

const daysOf = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isDayOf = (day: string, month: string): boolean =>
  Number(day) > 0 && Number(day) <= (daysOf[Number(month) - 1] ?? 0);
const isDay = ([a, b, c, d]: Digits): boolean => isDayOf(a + b, c + d) || isDayOf(c + d, a + b);

const isYear = ([a, b]: Digits): boolean => ['19', '20'].includes(a + b);

const lines = ['123', '456', '789', '147', '258', '369', '159', '357'];
function isLineOfKeys(digits: Digits): boolean {
  const keys = digits.join('').replace(/^0|0$/, '');
  return lines.includes(keys) || lines.includes(Array.from(keys).toReversed().join(''));
}

const placeOf = (digit: string): readonly [number, number] =>
  digit === '0' ? [1, 3] : [(Number(digit) - 1) % 3, Math.floor((Number(digit) - 1) / 3)];

const isWalk = (digits: Digits): boolean =>
  new Set(digits).size === 4 &&
  digits.slice(1).every((digit, before) => {
    const [[x, y], [fromX, fromY]] = [placeOf(digit), placeOf(digits[before] ?? '')];
    return Math.abs(x - fromX) + Math.abs(y - fromY) === 1;
  });

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

function partsOf(birthday: string): string[] {
  const [year = '', month = '', day = ''] = birthday.split('-');
  const short = year.slice(2);
  return [month + short, short + month, day + short, short + day];
}

export function isWeak(pin: string, birthday?: string): boolean {
  const digits = Array.from(pin) as unknown as Digits;
  return patterns.some((matches) => matches(digits)) || (birthday !== undefined && partsOf(birthday).includes(pin));
}

export function requireGoodPin(pin: string, confirmation: string, birthday: string | undefined): void {
  if (pin !== confirmation) throw new Refusal('pin_mismatch');
  if (isWeak(pin, birthday)) throw new Refusal('pin_weak');
}
