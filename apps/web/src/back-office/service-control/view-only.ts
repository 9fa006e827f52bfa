import type { ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';

/** Whether customers still see what the service has, although they can change nothing. */
export function canOnlyView({ service, plus, wallet, matrix }: ServiceState, events: readonly ServiceEvent[]): boolean {
  const audience = plus.isOn ? 'wallet' : 'plus';
  const { isOn, decidedBy } = { plus, wallet }[audience];
  if (isOn || decidedBy === 'breaker') return false;
  if (decidedBy === 'matrix') return matrix[audience] === 'read_only';
  return !events.some(
    ({ services, state, mode, audience: of }) =>
      state === 'active' && mode === 'off' && services.includes(service) && (of === 'all' || of === audience),
  );
}
