import type { ScheduleView } from '@larkmere/contract/payments/payment';

/** The day stays when the user switches to "Now" and back. */
export type PaymentTiming = { when: 'now' | 'later' | undefined; day: string | undefined };

export const hasNoAvailableDate = ({ earliest, latest }: Pick<ScheduleView, 'earliest' | 'latest'>): boolean =>
  latest < earliest;

/** Undefined for now, and for a day outside of the allowed dates. */
export function scheduledDateOf(
  { when, day = '' }: PaymentTiming,
  plan: Pick<ScheduleView, 'earliest' | 'latest'> | null | undefined,
): string | undefined {
  return when === 'later' && plan && day >= plan.earliest && day <= plan.latest ? day : undefined;
}
