import type { PayeeView } from '@larkmere/contract/payee';
import { sortCodeText } from '../ui/identifiers.ts';
import type { Question } from './name-check.ts';

/** What stands in the form, as typed. */
export type PayeeFields = Question & { nickname: string; defaultReference: string };

export const fieldNames = ['entityType', 'name', 'sortCode', 'accountNumber', 'nickname', 'defaultReference'] as const;
export type FieldName = (typeof fieldNames)[number];

export const emptyFields: PayeeFields = {
  entityType: 'individual',
  name: '',
  sortCode: '',
  accountNumber: '',
  nickname: '',
  defaultReference: '',
};

export const fieldsOf = (payee: PayeeView): PayeeFields => ({
  entityType: payee.entityType,
  name: payee.name,
  sortCode: sortCodeText(payee.sortCode),
  accountNumber: payee.accountNumber,
  nickname: payee.nickname ?? '',
  defaultReference: payee.defaultReference ?? '',
});

const longestReference = 18;
const digits = (text: string): string => text.replace(/[\s-]/g, '');

/** What is missing or cannot be right, by the name of its message. The server has the last word. */
export const faults = {
  name: (text: string) =>
    !text.trim() ? 'nameMissing' : /^[\p{L}\p{M}\p{N} '’.,&()/-]+$/u.test(text.trim()) ? undefined : 'nameWrong',
  sortCode: (text: string) =>
    !text.trim() ? 'sortCodeMissing' : digits(text).length === 6 ? undefined : 'sortCodeWrong',
  accountNumber: (text: string) =>
    !text ? 'accountNumberMissing' : text.length >= 6 && text.length <= 8 ? undefined : 'accountNumberWrong',
  defaultReference: (text: string) => (text.trim().length <= longestReference ? undefined : 'referenceLong'),
} as const;

export type Fault = NonNullable<ReturnType<(typeof faults)[keyof typeof faults]>>;
