import type { ReviewRow } from '@larkmere/contract/back-office/review-queue';
import { describe, expect, it } from 'vitest';
import { groupByDay, isOnTab, matchesFilter } from './review-groups.ts';

const row = (over: Partial<ReviewRow>): ReviewRow => ({
  uid: '01890000-0000-7000-8000-000000000001',
  reference: 'LM7-1',
  customer: { uid: '01890000-0000-7000-8000-000000000002', name: 'Larch & Tolliver Ltd', memberCode: 'LM-50917' },
  payee: 'Harrow Timber Imports Ltd',
  payeeCountry: 'GB',
  amount: { amount: '18600.00', currency: 'GBP' },
  decideBy: '2026-11-25T16:22:00.000Z',
  decideOn: '2026-11-25',
  isLegalDeadline: false,
  heldSince: '2026-11-25T10:22:00.000Z',
  heldBecause: 'document',
  documents: ['invoice'],
  stage: 'to_decide',
  documentsReceived: 0,
  claim: null,
  isRecommendedByReader: false,
  canTake: true,
  revision: 'a',
  ...over,
});
/** A Wednesday. */
const moment = { now: Date.parse('2026-11-25T14:00:00Z'), today: '2026-11-25' };

describe('group by day', () => {
  it.each([
    ['overdue', '2026-11-25T14:00:00.000Z', '2026-11-25'],
    ['today', '2026-11-25T14:00:01.000Z', '2026-11-25'],
    ['today', '2026-11-26T00:00:00.000Z', '2026-11-25'],
    ['tomorrow', '2026-11-26T10:00:00.000Z', '2026-11-26'],
    ['week', '2026-11-27T10:00:00.000Z', '2026-11-27'],
    ['week', '2026-11-29T10:00:00.000Z', '2026-11-29'],
    ['later', '2026-11-30T10:00:00.000Z', '2026-11-30'],
  ])('%s: due %s', (group, decideBy, decideOn) => {
    expect(groupByDay([row({ decideBy, decideOn })], moment)).toEqual([[group, [row({ decideBy, decideOn })]]]);
  });

  it('has no later part of the week on a Sunday', () => {
    const sunday = { now: Date.parse('2026-11-29T14:00:00Z'), today: '2026-11-29' };
    const days = ['2026-11-30', '2026-12-01'];
    const rows = days.map((day) => row({ decideBy: `${day}T10:00:00.000Z`, decideOn: day }));
    expect(groupByDay(rows, sunday).map(([group]) => group)).toEqual(['tomorrow', 'later']);
  });
});

describe('tabs', () => {
  const claim = { staffId: '01890000-0000-7000-8000-000000000003', name: 'Mira', until: '2026-11-25T14:10:00.000Z' };
  const mine = row({ claim: { ...claim, isOwn: true } });
  const taken = row({ claim: { ...claim, isOwn: false }, canTake: false });
  const recommended = row({ stage: 'second_person', canTake: true });
  const own = row({ stage: 'second_person', isRecommendedByReader: true, canTake: false });

  it.each([
    ['all', [true, true, true, true]],
    ['mine', [true, false, false, false]],
    ['unclaimed', [false, false, true, false]],
    ['second', [false, false, true, false]],
    ['today', [true, true, true, true]],
  ] as const)('%s', (tab, expected) => {
    expect([mine, taken, recommended, own].map((each) => isOnTab(each, tab, moment))).toEqual(expected);
  });

  it('has on the tab of today what is late, and nothing of tomorrow', () => {
    expect(isOnTab(row({ decideBy: '2026-11-24T10:00:00.000Z', decideOn: '2026-11-24' }), 'today', moment)).toBe(true);
    expect(isOnTab(row({ decideBy: '2026-11-26T10:00:00.000Z', decideOn: '2026-11-26' }), 'today', moment)).toBe(false);
  });
});

it.each([
  ['harrow', true],
  ['LARCH timber', true],
  ['18,600', true],
  ['lm-50917 gbp', true],
  ['harrow eur', false],
])('filters by %s: %s', (text, isFound) => {
  expect(matchesFilter(row({}), text)).toBe(isFound);
});
