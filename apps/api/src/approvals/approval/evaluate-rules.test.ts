import { ApprovalRequestKind } from '@larkmere/contract/approvals/approval';
import { accessKeys } from '@larkmere/contract/platform/access';
import { money } from '@larkmere/money/money';
import { expect, test } from 'vitest';
import {
  type ApprovalRule,
  type Colleague,
  canApprove,
  canInitiateRequest,
  canView,
  evaluateRules,
  findApprovers,
  findUnsatisfiable,
  isMakerRole,
  isSatisfied,
} from './evaluate-rules.ts';
import { findBlockedReason } from './request.view.ts';

const rule = (over: Partial<ApprovalRule> = {}): ApprovalRule => ({
  id: 'rule',
  scope: 'payment',
  appliesTo: 'all',
  role: null,
  userId: null,
  minMinor: 100_000n,
  currency: 'GBP',
  approvers: 1,
  approverRoles: [],
  expiresDays: 7,
  ...over,
});
const colleague = (role: string, over: Partial<Colleague> = {}): Colleague => ({
  id: role,
  name: role,
  role,
  access: accessKeys,
  accounts: null,
  active: true,
  ...over,
});
const owner = colleague('owner');
const valuedAt = (minor: bigint) => async () => money('GBP', minor);
const requirementsFor = async (rules: ApprovalRule[], minor: bigint, maker = owner) =>
  (await evaluateRules(rules, maker, 'payment', valuedAt(minor))).length;

test('a rule applies from its exact amount and to the people it names', async () => {
  expect([await requirementsFor([rule()], 99_999n), await requirementsFor([rule()], 100_000n)]).toEqual([0, 1]);
  const ofMakers = rule({ appliesTo: 'role', role: 'maker' });
  expect([
    await requirementsFor([ofMakers], 100_000n),
    await requirementsFor([ofMakers], 100_000n, colleague('maker')),
  ]).toEqual([0, 1]);
  // A maker would need an approval without the rule too.
  const ofPayers = rule({ appliesTo: 'role', role: 'payer' });
  expect(await requirementsFor([ofPayers], 100_000n, colleague('payer'))).toBe(1);
  const ofOwen = rule({ appliesTo: 'person', userId: 'owner' });
  expect([
    await requirementsFor([ofOwen], 100_000n),
    await requirementsFor([ofOwen], 100_000n, colleague('payer')),
  ]).toEqual([1, 0]);
  expect(await requirementsFor([rule({ scope: 'payee', minMinor: 0n })], 100_000n)).toBe(0);
});

test('a rule for every amount asks for no value', async () => {
  const unvalued = () => Promise.reject(new Error('asked for a value'));
  expect(await evaluateRules([rule({ minMinor: 0n })], owner, 'payment', unvalued)).toHaveLength(1);
});

test('payment rules do not affect exchanges, and vice versa', async () => {
  const both = [rule({ id: 'paid' }), rule({ id: 'exchanged', scope: 'fx' })];
  const asked = async (scope: ApprovalRule['scope']) =>
    (await evaluateRules(both, owner, scope, valuedAt(100_000n))).map(({ ruleId }) => ruleId);
  expect([await asked('payment'), await asked('fx')]).toEqual([['paid'], ['exchanged']]);
  expect(await evaluateRules([], colleague('maker'), 'fx', valuedAt(1n))).toHaveLength(1);
  expect(isMakerRole('approver', 'fx')).toBe(false);
});

test('an amount without a valuation is covered, and a maker always needs approval', async () => {
  expect(await evaluateRules([rule()], owner, 'payment', async () => undefined)).toHaveLength(1);
  expect(await requirementsFor([], 1n, colleague('maker'))).toBe(1);
  expect(await requirementsFor([], 1n)).toBe(0);
});

test('makers prepare, approvers approve, owners do both, and everybody else is refused', () => {
  const may = (role: string, over: Partial<Colleague> = {}) => {
    const who = colleague(role, over);
    return [canInitiateRequest(who, 'payment'), canApprove(who, 'payment')];
  };
  expect(['owner', 'admin', 'payer'].map((role) => may(role))).toEqual([
    [true, true],
    [true, true],
    [true, true],
  ]);
  expect([may('maker'), may('approver')]).toEqual([
    [true, false],
    [false, true],
  ]);
  expect(['accountant', 'viewer', 'cardholder'].map((role) => may(role))).toEqual([
    [false, false],
    [false, false],
    [false, false],
  ]);
  expect([may('owner', { access: ['payee'] }), may('owner', { active: false })]).toEqual([
    [false, false],
    [false, false],
  ]);
});

test.each(ApprovalRequestKind.options)(
  'only the right for a request of kind %s lets a person make, see and approve it',
  (kind) => {
    const controls = ['rule', 'name_policy'];
    const right = kind === 'payee' ? 'payee' : controls.includes(kind) ? 'usermanage' : 'payment';
    for (const key of accessKeys) {
      const holder = colleague('owner', { access: [key] });
      const rights = [canInitiateRequest(holder, kind), canView(holder, kind), canApprove(holder, kind)];
      expect(rights, key).toEqual(rights.map(() => key === right));
    }
  },
);

test('only people with access see pending requests', () => {
  const sees = (role: string, over: Partial<Colleague> = {}) => canView(colleague(role, over), 'payment');
  expect(['owner', 'maker', 'approver', 'accountant', 'viewer'].every((role) => sees(role))).toBe(true);
  expect([sees('cardholder'), sees('viewer', { access: ['payee'] }), sees('owner', { active: false })]).toEqual([
    false,
    false,
    false,
  ]);
});

test('nobody approves their own request, and an impossible requirement is found', () => {
  const people = [owner, colleague('approver'), colleague('maker')];
  const demand = { ruleId: null, approvers: 1, roles: [], days: 7 };
  expect(findApprovers(people, 'owner', 'payment', demand).map(({ id }) => id)).toEqual(['approver']);
  expect(findUnsatisfiable(people, 'maker', 'payment', [demand, { ...demand, approvers: 2 }])).toBeUndefined();
  expect(findUnsatisfiable(people, 'owner', 'payment', [{ ...demand, approvers: 2 }])).toMatchObject({ approvers: 2 });
  expect(findUnsatisfiable(people, 'maker', 'payment', [{ ...demand, roles: ['accountant'] }])).toBeDefined();
});

test('approvals from other roles do not count', () => {
  const demand = { ruleId: null, approvers: 1, roles: ['owner'], days: 7 } as const;
  expect(isSatisfied(demand, [{ userId: 'a', role: 'approver' }])).toBe(false);
  expect(isSatisfied(demand, [{ userId: 'a', role: 'owner' }])).toBe(true);
});

test.each([
  ['2026-11-27T09:29:59.999Z', null],
  ['2026-11-27T09:30:00.000Z', 'over'],
  ['2026-11-27T09:30:00.001Z', 'over'],
])('a request is over at the moment it expires: at %s it is %s', (now, blocked) => {
  const request = {
    state: 'open',
    kind: 'payment',
    makerId: 'maker',
    expiresAt: new Date('2026-11-27T09:30:00Z'),
    requirements: [{ ruleId: null, approvers: 1, roles: [], days: 7 }],
  } as Partial<Parameters<typeof findBlockedReason>[1]> as Parameters<typeof findBlockedReason>[1];
  expect(findBlockedReason({ me: owner, people: [owner] }, request, [], new Date(now))).toBe(blocked);
});
