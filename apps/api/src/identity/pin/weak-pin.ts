import { Refusal } from '../../platform/requests/refusal.ts';

const isRepeat = ([a, b, c, d]: Digits): boolean =>
  (a === b && c === d) || (a === c && b === d) || (a === d && b === c);

function isRun(digits: Digits): boolean {
  const steps = digits.slice(1).map((digit, before) => (Number(digit) - Number(digits[before]) + 10) % 10);
  return [1, 2, 8, 9].some((step) => steps.every((each) => each === step));
}

const daysOfMonths = [31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const isValidDay = (day: string, month: string): boolean =>
  Number(day) > 0 && Number(day) <= (daysOfMonths[Number(month) - 1] ?? 0);
const isDay = ([a, b, c, d]: Digits): boolean => isValidDay(a + b, c + d) || isValidDay(c + d, a + b);

const isYear = ([a, b]: Digits): boolean => ['19', '20'].includes(a + b);

const keypadLines = ['123', '456', '789', '147', '258', '369', '159', '357'];
function isLineOfKeys(digits: Digits): boolean {
  const keys = digits.join('').replace(/^0|0$/, '');
  return keypadLines.includes(keys) || keypadLines.includes(Array.from(keys).toReversed().join(''));
}

const keypadPosition = (digit: string): readonly [number, number] =>
  digit === '0' ? [1, 3] : [(Number(digit) - 1) % 3, Math.floor((Number(digit) - 1) / 3)];

const isKeypadPath = (digits: Digits): boolean =>
  new Set(digits).size === 4 &&
  digits.slice(1).every((digit, before) => {
    const [[x, y], [fromX, fromY]] = [keypadPosition(digit), keypadPosition(digits[before] ?? '')];
    return Math.abs(x - fromX) + Math.abs(y - fromY) === 1;
  });

function isKeypadRectangle(digits: Digits): boolean {
  const keys = new Set(digits);
  const [columns, rows] = [0, 1].map((side) => new Set(digits.map((digit) => keypadPosition(digit)[side]))) as [
    Set<number>,
    Set<number>,
  ];
  return keys.size === 4 && ((columns.size === 2 && rows.size === 2) || digits.toSorted().join('') === '2468');
}

type Digits = readonly [string, string, string, string];

const weakPatterns = [isRepeat, isRun, isDay, isYear, isLineOfKeys, isKeypadPath, isKeypadRectangle];

function birthdayPatterns(birthday: string): string[] {
  const [year = '', month = '', day = ''] = birthday.split('-');
  const short = year.slice(2);
  return [month + short, short + month, day + short, short + day];
}

export function isWeakPin(pin: string, birthday?: string): boolean {
  const [a = '', b = '', c = '', d = ''] = pin;
  const digits: Digits = [a, b, c, d];
  return (
    weakPatterns.some((matches) => matches(digits)) ||
    (birthday !== undefined && birthdayPatterns(birthday).includes(pin))
  );
}

export function requireStrongPin(pin: string, confirmation: string, birthday: string | undefined): void {
  if (pin !== confirmation) throw new Refusal('pin_mismatch');
  if (isWeakPin(pin, birthday)) throw new Refusal('pin_weak');
}
