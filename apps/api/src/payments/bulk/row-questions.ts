import type { RowQuestionKind } from '@larkmere/contract/payments/bulk';
import { type Message, message } from '@larkmere/messages/message';
import { compare, money } from '@larkmere/money/money';
import { compareNames } from '../../checks/screening/screening.ts';
import { findUnusualLength } from '../../payees/payee/payee.ts';
import type { DuplicatePayment } from '../initiation/initiation.ts';
import type { KnownPayee } from './bulk.read.ts';
import type { RowInstruction } from './bulk.ts';

/** What the customer has to decide before a row can be paid. The PIN covers what they confirmed. */
export type RowQuestion = Readonly<{
  kind: RowQuestionKind;
  /** Names exactly what is asked, so that nobody confirms something else. */
  key: string;
  reason: Message;
  isConfirmed: boolean;
}>;

type RowFindings = Readonly<{ payee: KnownPayee | undefined; duplicate: DuplicatePayment | undefined }>;

/** The questions that the form asks about the same payment; `confirmed` holds the keys that the customer answered. */
export function findQuestions(
  instruction: RowInstruction,
  { payee, duplicate }: RowFindings,
  confirmed: ReadonlySet<string> = new Set(),
): RowQuestion[] {
  const questions = [
    ...(duplicate ? [duplicateQuestion(duplicate)] : []),
    ...(payee ? savedPayeeQuestions(instruction, payee) : unusualLengthQuestions(instruction)),
  ];
  return questions.map((question) => ({ ...question, isConfirmed: confirmed.has(question.key) }));
}

type OpenQuestion = Omit<RowQuestion, 'isConfirmed'>;

export const isOpen = ({ isConfirmed }: RowQuestion): boolean => !isConfirmed;

export function duplicateQuestion({ kind, key, reference, row, day }: DuplicatePayment): OpenQuestion {
  const reasons = {
    payment: () => message('bulk_row_equals_payment', { reference, day }),
    row: () => message('bulk_row_equals_row', { fileName: reference, row: row ?? 0 }),
    standing_order: () => message('bulk_row_equals_standing_order', { reference, payDay: day }),
  };
  return { kind: 'duplicate', key: `duplicate ${key}`, reason: reasons[kind]() };
}

function savedPayeeQuestions(instruction: RowInstruction, payee: KnownPayee): OpenQuestion[] {
  const { name: typed } = instruction.payee;
  const { id, version, name: payeeName, nickname } = payee;
  const names = [payeeName, nickname].filter((each) => each !== null);
  const isOther = !names.some((each) => compareNames(each, typed) === 'same');
  return [
    ...(isOther
      ? [
          {
            kind: 'other_name' as const,
            key: `other_name ${id} ${version} ${typed}`,
            reason: message('bulk_row_other_name', { typed, payeeName }),
          },
        ]
      : []),
    ...largeAmountQuestions(instruction, payee),
  ];
}

const doubtfulResults = [
  'close_match',
  'wrong_account_type',
  'no_match',
  'unavailable',
  'not_found',
  'account_switched',
];
const acceptedResults = ['close_match', 'unavailable'];

/** As the reminder of the form: an accepted name is not asked again, unless the amount is unusually large. */
function largeAmountQuestions({ amount }: RowInstruction, payee: KnownPayee): OpenQuestion[] {
  const { id, version, name: payeeName, nameResult, isNameRecent, largestMinor } = payee;
  const largest = largestMinor === null ? undefined : money(amount.currency, largestMinor);
  const isLarge = largest !== undefined && compare(amount, money(amount.currency, largest.minor * 3n)) > 0;
  const isAccepted = largest !== undefined && !isLarge && isNameRecent && acceptedResults.includes(nameResult ?? '');
  const isDoubtful = doubtfulResults.includes(nameResult ?? '') && !isAccepted;
  return [
    ...(isLarge
      ? [
          {
            kind: 'much_larger' as const,
            key: `much_larger ${id} ${largest.minor} ${amount.minor}`,
            reason: message('bulk_row_much_larger', { payeeName, maximum: largest }),
          },
        ]
      : []),
    ...(isDoubtful
      ? [
          {
            kind: 'name_unconfirmed' as const,
            key: `name_unconfirmed ${id} ${version} ${nameResult}`,
            reason: message('bulk_row_name_unconfirmed', { payeeName }),
          },
        ]
      : []),
  ];
}

function unusualLengthQuestions({ payee }: RowInstruction): OpenQuestion[] {
  const found = findUnusualLength(payee);
  if (!found) return [];
  const { length, bank, lengths } = found;
  return [
    {
      kind: 'unusual_length',
      key: `unusual_length ${payee.account}`,
      reason: message('bulk_row_unusual_length', { length, bank, lengths: lengths.map(String) }),
    },
  ];
}
