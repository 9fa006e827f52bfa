import { expect, it } from 'vitest';
import { emptyEvent, findFaults, toPlanned } from './event-draft.ts';

const draft = {
  ...emptyEvent,
  services: ['payment.gbp'] as const,
  en: 'Back soon.',
  reason: 'The bank is down',
  confirmation: 'payment.gbp',
};

it('asks for the name of the first service only where something is turned off at once', () => {
  expect(findFaults(draft)).toEqual([]);
  expect(findFaults({ ...draft, confirmation: 'payment.eur' })).toEqual(['confirmation']);
  expect(findFaults({ ...draft, confirmation: '', starts: '2026-12-01T10:00' })).toEqual([]);
  expect(findFaults({ ...draft, confirmation: '', mode: 'notice' })).toEqual([]);
  expect(findFaults({ ...draft, mode: 'queue' })).toEqual([]);
  expect(findFaults({ ...draft, mode: 'queue', services: ['payment.gbp', 'login'] })).toEqual(['mode']);
  expect(findFaults(emptyEvent)).toEqual(['services', 'en', 'reason', 'confirmation']);
});

it('reads pasted member codes and local times', () => {
  const planned = toPlanned(
    { ...draft, audience: 'customers', customers: 'LM-48213, LM-50917;\nLM-61340', starts: '2026-12-01T10:00' },
    'key',
  );
  expect(planned.customers).toEqual(['LM-48213', 'LM-50917', 'LM-61340']);
  expect(planned.startsAt).toBe(new Date(2026, 11, 1, 10).toISOString());
  expect(planned).not.toHaveProperty('confirmation');
});
