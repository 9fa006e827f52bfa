import { message } from '@larkmere/messages/message';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { selectBlockedAccounts } from './blocked-accounts.sql.ts';
import { selectNoMatches } from './name-check/name-check.sql.ts';
import { selectBlockOnNoMatch } from './name-check/name-check-policy.sql.ts';
import type { Payee } from './payee-record.ts';

type RequestedPayee = Pick<Payee, 'type' | 'currency' | 'account' | 'nameCheckId'>;
type CreationRequest = Readonly<{
  customerId: string;
  missing: ReadonlyMap<string, RequestedPayee>;
  approvalRequirements: readonly ApprovalRequirement[];
}>;

export async function findCreationRefusals(
  tx: Tx,
  { customerId, missing, approvalRequirements }: CreationRequest,
): Promise<ReadonlyMap<string, Refusal>> {
  if (missing.size === 0) return new Map();
  if (approvalRequirements.length > 0) return new Map([...missing.keys()].map((key) => [key, approvalRequired]));
  const newPayees = [...missing.values()];
  const stopped = await selectBlockedAccounts(tx, customerId, newPayees);
  const doubted = (await selectBlockOnNoMatch(tx, customerId))
    ? await selectNoMatches(
        tx,
        newPayees.flatMap(({ nameCheckId }) => nameCheckId ?? []),
      )
    : new Set<string>();
  return new Map(
    [...missing].flatMap(([key, { nameCheckId }], place) => {
      if (stopped[place] !== undefined) return [[key, accountBlocked] as const];
      return doubted.has(nameCheckId ?? '') ? [[key, new Refusal('name_check_forbidden')] as const] : [];
    }),
  );
}

const approvalRequired = new Refusal('approval_required', { reason: message('payee_required') });
const accountBlocked = new Refusal('payee_not_approved', { reason: message('payee_blocked_before') });
