import type { KycAnswers } from '@larkmere/contract/customers/kyc';
import type { PersonRow } from './person.sql.ts';

type Share = Pick<PersonRow, 'isDirector' | 'sharePercent'>;

/** In hundredths of a percent, so that shares add up exactly. */
export const hundredthsOf = ({ sharePercent }: Pick<PersonRow, 'sharePercent'>): number =>
  Math.round(Number(sharePercent) * 100);

export const wholeFirm = 10_000;

export const totalShares = (people: readonly Share[]): number =>
  people.reduce((sum, person) => sum + hundredthsOf(person), 0);

/** There is a director, and the owners are all there or the firm says that nobody else owns so much. */
export const arePeopleComplete = (people: readonly Share[], { noOtherOwners }: KycAnswers): boolean =>
  people.some(({ isDirector }) => isDirector) && (totalShares(people) === wholeFirm || noOtherOwners === true);

export function viewShares(people: readonly Share[]) {
  const total = totalShares(people);
  return { total: total / 100, missing: (wholeFirm - total) / 100, needsNoOtherOwners: total < wholeFirm };
}
