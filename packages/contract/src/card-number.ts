/**
 * Whether a text holds what looks like the number of a payment card: 13 to 19 digits of a card scheme, in one or several
 * groups, of which the last one checks the others. One other number in ten would pass the check, so it is a warning.
 */
export const holdsCardNumber = (text: string): boolean =>
  (text.match(/\d+(?:[ -]\d+)*/g) ?? []).some((run) => isCardAmong(run.split(/[ -]/)));

// Neither the fraction of a number nor a part of an id.
const runsInLogs = /(?<![\d.])\d{13,19}(?!\d)|(?<![\w.-])\d+(?:[ -]\d+)+(?![\w-])/g;

/** The same text without such numbers: for logs. */
export const withoutCardNumbers = (text: string): string =>
  text.replace(runsInLogs, (run) => (isCardAmong(run.split(/[ -]/)) ? '[card number]' : run));

function isCardAmong(parts: readonly string[]): boolean {
  return parts.some((_, first) => parts.some((_part, last) => isCard(parts.slice(first, last + 1).join(''))));
}

const isCard = (digits: string): boolean => /^[2-6]\d{12,18}$/.test(digits) && sumOf(digits) % 10 === 0;

/** From the last digit, every second one counts double (Luhn). */
const sumOf = (digits: string): number =>
  Array.from(digits, Number)
    .toReversed()
    .reduce((sum, digit, place) => sum + (place % 2 === 0 ? digit : digit > 4 ? digit * 2 - 9 : digit * 2), 0);
