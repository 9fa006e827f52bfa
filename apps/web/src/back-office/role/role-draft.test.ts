import { expect, it } from 'vitest';
import { draftChanges, emptyDraft, type RoleView, withLevel } from './role-draft.ts';

const support: RoleView = {
  key: 'support',
  permissions: { customers: 'view' },
  limits: { dealMaxGBP: null },
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
