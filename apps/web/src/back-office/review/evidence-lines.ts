import type { CaseEvidence } from '@larkmere/contract/back-office/review-case';

type Name = 'nameMatch' | 'nameMatchPlain' | 'nameClose' | 'nameNo' | 'nameUnchecked' | 'nameNone';

export function nameLine(check: CaseEvidence['nameCheck']): Name {
  if (!check) return 'nameNone';
  if (check.result === 'match') return check.actualName ? 'nameMatch' : 'nameMatchPlain';
  if (check.result === 'close_match') return 'nameClose';
  return check.result === 'no_match' || check.result === 'wrong_account_type' ? 'nameNo' : 'nameUnchecked';
}

export const isNameOdd = (check: CaseEvidence['nameCheck']): boolean => check !== null && check.result !== 'match';

/** How many things do not agree, or need a look. */
export const countToLookAt = (evidence: CaseEvidence): number => {
  const { nameCheck, screening, documents, documentsMissing, bankQuery, statutoryHold, paidBefore } = evidence;
  return [
    isNameOdd(nameCheck),
    screening.hits.length > 0,
    documentsMissing.length > 0,
    documents.some(({ state }) => state === 'received'),
    bankQuery !== null,
    statutoryHold !== null,
    paidBefore.others.returned > 0,
  ].filter(Boolean).length;
};
