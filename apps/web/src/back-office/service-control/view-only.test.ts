import type { ServiceEvent, ServiceState } from '@larkmere/contract/back-office/service-control';
import { expect, it } from 'vitest';
import { canOnlyView } from './view-only.ts';

const on = { isOn: true, decidedBy: 'matrix', message: null, until: null } as const;
const off = (decidedBy: 'breaker' | 'event' | 'matrix') => ({ ...on, isOn: false, decidedBy });
const cards: ServiceState = { service: 'card', plus: on, wallet: on, matrix: { plus: 'read_only', wallet: 'off' } };
const event = (mode: ServiceEvent['mode']) =>
  ({ services: ['card'], state: 'active', audience: 'all', mode }) as unknown as ServiceEvent;

it('tells a service that can only be looked at from one that is off', () => {
  expect(canOnlyView(cards, [])).toBe(false);
  expect(canOnlyView({ ...cards, plus: off('matrix') }, [])).toBe(true);
  expect(canOnlyView({ ...cards, wallet: off('matrix') }, [])).toBe(false);
  expect(canOnlyView({ ...cards, plus: off('breaker') }, [event('read_only')])).toBe(false);
  expect(canOnlyView({ ...cards, plus: off('event') }, [event('read_only')])).toBe(true);
  expect(canOnlyView({ ...cards, plus: off('event') }, [event('read_only'), event('off')])).toBe(false);
});
