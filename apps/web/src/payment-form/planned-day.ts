import type { PlanView } from '@larkmere/contract/payment';

/** When a payment is to leave; a later day is kept while "Now" is tried out. */
export type When = { when: 'now' | 'later' | undefined; day: string | undefined };

/** Whether there is no day at all for which it could be planned. */
export const isUnplannable = ({ earliest, latest }: Pick<PlanView, 'earliest' | 'latest'>): boolean =>
  latest < earliest;

/** The later day that is asked for; undefined for now, and for a day that cannot be planned. */
export function plannedDay(
  { when, day = '' }: When,
  plan: Pick<PlanView, 'earliest' | 'latest'> | null | undefined,
): string | undefined {
  return when === 'later' && plan && day >= plan.earliest && day <= plan.latest ? day : undefined;
}
