import { expect, it } from 'vitest';
import {
  draftChanges,
  emptyDraft,
  type RoleView,
  releaseLimits,
  releasingRoles,
  withLevel,
  withReleaseLimit,
} from './role-draft.ts';

const support: RoleView = {
  key: 'support',
  permissions: { customers: 'view' },
  limits: { dealMaxGBP: null, releaseMaxGBP: null },
  people: 6,
};

it('collects changed cells, says who gains, and forgets a cell that is as before', () => {
  const gained = withLevel(emptyDraft, support, 'api_log', 'view');
  const both = withLevel(gained, support, 'customers', 'none');
  expect(draftChanges(both, [support])).toEqual([
    { role: support, area: 'api_log', from: 'none', to: 'view', isGain: true },
    { role: support, area: 'customers', from: 'view', to: 'none', isGain: false },
  ]);
  expect(draftChanges(withLevel(both, support, 'api_log', 'none'), [support])).toHaveLength(1);
});

it('keeps limits as typed, forgets an emptied one, and offers them to roles that release', () => {
  const typed = withReleaseLimit(emptyDraft, support, '£5,000.50');
  expect(releaseLimits(typed)).toEqual([{ role: 'support', amount: '5000.50' }]);
  expect(releaseLimits(withReleaseLimit(typed, support, ''))).toEqual([]);
  expect(releasingRoles([support])).toEqual([]);
  const compliance: RoleView = { ...support, key: 'compliance', permissions: { payment_review: 'act' } };
  expect(releasingRoles([support, compliance])).toEqual([compliance]);
});
