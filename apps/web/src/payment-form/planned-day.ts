import type { PlanView } from '@larkmere/contract/payment';

/** The day stays when the user switches to "Now" and back. */
export type When = { when: 'now' | 'later' | undefined; day: string | undefined };

export const isUnplannable = ({ earliest, latest }: Pick<PlanView, 'earliest' | 'latest'>): boolean =>
  latest < earliest;

/** Undefined for now, and for a day outside of the allowed dates. */
export function plannedDay(
  { when, day = '' }: When,
  plan: Pick<PlanView, 'earliest' | 'latest'> | null | undefined,
): string | undefined {
  return when === 'later' && plan && day >= plan.earliest && day <= plan.latest ? day : undefined;
}
