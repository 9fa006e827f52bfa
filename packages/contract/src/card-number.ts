/**
 * Whether a text contains 13 to 19 digits of a card scheme, grouped or not, that pass the Luhn check. One other number
 * in ten passes too, so use this as a warning only.
 */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(/\d+(?:[ -]\d+)*/g) ?? []).some((run) => isCardAmong(run.split(/[ -]/)));

const runsInLogs = /(?<![\d.])\d{13,19}(?!\d)|(?<![\w.-])\d+(?:[ -]\d+)+(?![\w-])/g;

export const withoutCardNumbers = (text: string): string =>
  text.replace(runsInLogs, (run) => (isCardAmong(run.split(/[ -]/)) ? '[card number]' : run));

function isCardAmong(parts: readonly string[]): boolean {
  return parts.some((_, first) => parts.some((_part, last) => isCard(parts.slice(first, last + 1).join(''))));
}

const isCard = (digits: string): boolean => /^[2-6]\d{12,18}$/.test(digits) && sumOf(digits) % 10 === 0;

const sumOf = (digits: string): number =>
  Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, place) => sum + (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
