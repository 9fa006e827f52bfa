import type { contract } from '@larkmere/contract/contract';
import type { RawInput } from '@larkmere/contract/platform/endpoint';
import { queueableServices } from '@larkmere/contract/reference/service-events';
import type { ServiceKey } from '@larkmere/contract/reference/service-keys';

type Planned = RawInput<typeof contract.serviceControl.create>;

export type EventDraft = Readonly<{
  services: readonly ServiceKey[];
  kind: Planned['kind'];
  mode: Planned['mode'];
  audience: NonNullable<Planned['audience']>;
  customers: string;
  /** As `datetime-local` has it; empty: at once, and without an end. */
  starts: string;
  ends: string;
  en: string;
  th: string;
  reason: string;
  confirmation: string;
  isDrill: boolean;
}>;

export const emptyEvent: EventDraft = {
  services: [],
  kind: 'incident',
  mode: 'off',
  audience: 'all',
  customers: '',
  starts: '',
  ends: '',
  en: '',
  th: '',
  reason: '',
  confirmation: '',
  isDrill: false,
};

/** What restricts at once is confirmed by typing the name of the first service. */
export const needsConfirmation = ({ mode, starts }: EventDraft): boolean => mode !== 'notice' && starts === '';

export type EventFault = 'services' | 'mode' | 'en' | 'reason' | 'confirmation';

export function findFaults(draft: EventDraft): EventFault[] {
  const { services, mode, en, reason, confirmation } = draft;
  const cannotWait = mode === 'queue' && services.some((service) => !queueableServices.includes(service));
  return [
    ...(services.length === 0 ? ['services' as const] : []),
    ...(cannotWait ? ['mode' as const] : []),
    ...(en.trim().length < 3 ? ['en' as const] : []),
    ...(reason.trim().length < 10 ? ['reason' as const] : []),
    ...(needsConfirmation(draft) && confirmation.trim() !== services[0] ? ['confirmation' as const] : []),
  ];
}

const toMoment = (local: string): string => new Date(local).toISOString();

export function toPlanned(draft: EventDraft, idempotency: string): Planned {
  const { services, kind, mode, audience, customers, starts, ends, en, th, reason, confirmation, isDrill } = draft;
  return {
    services: [...services],
    kind,
    mode,
    audience,
    customers: audience === 'customers' ? customers.split(/[\s,;]+/).filter(Boolean) : [],
    ...(starts && { startsAt: toMoment(starts) }),
    endsAt: ends ? toMoment(ends) : null,
    message: { en: en.trim(), th: th.trim() || null },
    reason: reason.trim(),
    ...(needsConfirmation(draft) && { confirmation: confirmation.trim() }),
    drill: isDrill,
    idempotency,
  };
}
