import { backgroundWord, choiceNamed } from '@larkmere/contract/payment-background-words';
import { type Choice, choices } from '@larkmere/contract/payment-choices';
import type { GivenRow, ReadRow, RowFault } from './bulk-payment.ts';

const columnOf = { purposeCode: 'purpose', relationship: 'relationship', sourceOfFunds: 'sourceOfFunds' } as const;
const all = Object.keys(columnOf) as Choice[];

export const saidIn = (given: GivenRow): ReadRow['said'] =>
  Object.fromEntries(
    all.flatMap((key) => {
      const code = choiceNamed(key, given[columnOf[key]] ?? '');
      return code ? [[key, code]] : [];
    }),
  );

const questions = {
  purposeCode: 'Say what the payment is for',
  relationship: 'Say who the payee is to you',
  sourceOfFunds: 'Say where the money comes from',
} as const;

const wordsOf = (key: Choice): string => choices[key].map((code) => backgroundWord(key, code)).join(', ');

export const faultsOfBackground = (given: GivenRow, said: ReadRow['said'], asks: readonly Choice[]): RowFault[] =>
  asks
    .filter((key) => !said[key] || (given[columnOf[key]] && !choiceNamed(key, given[columnOf[key]] ?? '')))
    .map((key) => ({ field: columnOf[key], message: `${questions[key]}: ${wordsOf(key)}` }));
