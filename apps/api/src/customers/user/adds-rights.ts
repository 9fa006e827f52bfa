import { type AccessKey, type AccessLevel, accessLevelFor, type Role } from '@larkmere/contract/platform/access';
import { roleAccess } from '@larkmere/contract/platform/role-access';
import { selectActiveRules } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { MemberRights, Membership } from '../customer/customer.ts';

type Before = Pick<
  Membership,
  'role' | 'access' | 'accounts' | 'limitCurrency' | 'perPaymentMinor' | 'dailyMinor' | 'state' | 'userId'
>;
type After = Readonly<{ rights: MemberRights; state: string }>;

/**
 * Whether a change gives anything that the person has not now, whatever else it takes away. Limits of another currency
 * count as more, because converting them would let the rate decide.
 */
export async function addsRights(tx: Tx, customerId: string, before: Before, after: After): Promise<boolean> {
  if (addsAccess(before, after)) return true;
  return before.role !== after.rights.role && (await escapesRules(tx, customerId, before, after.rights.role));
}

export const addsAccess = (before: Before, { rights, state }: After): boolean =>
  (before.state === 'suspended' && state === 'active') ||
  rights.access.some((key) => !before.access.includes(key) || isHigher(rights.role, before.role, key)) ||
  roleAccess[rights.role].some(
    (key) => !roleAccess[before.role].includes(key) || isHigher(rights.role, before.role, key),
  ) ||
  addsAccounts(before.accounts, rights.accounts) ||
  raises(before.perPaymentMinor, rights.perPaymentMinor, before.limitCurrency === rights.limitCurrency) ||
  raises(before.dailyMinor, rights.dailyMinor, before.limitCurrency === rights.limitCurrency);

/** What each level includes besides itself. */
const includes: Readonly<Record<AccessLevel, readonly AccessLevel[]>> = {
  none: [],
  view: ['none'],
  prepare: ['none', 'view'],
  approve: ['none', 'view'],
  execute: ['none', 'view', 'prepare', 'approve'],
};

function isHigher(after: Role, before: Role, key: AccessKey): boolean {
  const [now, then] = [accessLevelFor(after, key), accessLevelFor(before, key)];
  return now !== then && !includes[then].includes(now);
}

const addsAccounts = (before: readonly string[] | null, after: readonly string[] | null): boolean =>
  before !== null && (after === null || !after.every((id) => before.includes(id)));

const raises = (before: bigint | null, after: bigint | null, isSameCurrency: boolean): boolean =>
  before !== null && (after === null || !isSameCurrency || after > before);

/** A lower role may leave a rule that held for the old one, or be one that a rule asks to approve. */
async function escapesRules(tx: Tx, customerId: string, before: Before, role: Role): Promise<boolean> {
  const rules = await selectActiveRules(tx, customerId);
  return rules.some(
    (rule) =>
      (rule.role === before.role && ['execute', 'prepare'].includes(accessLevelFor(role, 'payment'))) ||
      (rule.approverRoles.includes(role) && ['execute', 'approve'].includes(accessLevelFor(role, 'payment'))),
  );
}
