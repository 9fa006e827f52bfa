/**
 * Whether a text contains 13 to 19 digits of a card scheme, grouped or not, that pass the Luhn check. One other number
 * in ten passes too, so use this as a warning only.
 */
export const containsCardNumber = (text: string): boolean =>
  (text.match(/\d+(?:[ -]\d+)*/g) ?? []).some((run) => containsCard(run.split(/[ -]/)));

const digitRunsInLogs = /(?<![\d.])\d{13,19}(?!\d)|(?<![\w.-])\d+(?:[ -]\d+)+(?![\w-])/g;

export const redactCardNumbers = (text: string): string =>
  text.replace(digitRunsInLogs, (run) => (containsCard(run.split(/[ -]/)) ? '[card number]' : run));

function containsCard(parts: readonly string[]): boolean {
  return parts.some((_, first) => parts.some((_part, last) => isCardNumber(parts.slice(first, last + 1).join(''))));
}

const isCardNumber = (digits: string): boolean => /^[2-6]\d{12,18}$/.test(digits) && luhnSum(digits) % 10 === 0;

const luhnSum = (digits: string): number =>
  Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, place) => sum + (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
