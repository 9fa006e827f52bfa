import { message } from '@larkmere/messages/message';
import { sql } from 'kysely';
import type { ApprovalRequirement } from '../../approvals/approval/approval.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import { selectNoMatches } from './name-check/name-check.sql.ts';
import { selectBlockOnNoMatch } from './name-check/name-check-policy.ts';
import type { Payee } from './payee-record.ts';

type Account = Pick<Payee, 'type' | 'currency' | 'account'>;

export async function selectBlockedAccounts(
  tx: Tx,
  customerId: string,
  accounts: readonly Account[],
): Promise<(Payee['reasonCode'] | undefined)[]> {
  const queries = accounts.map(({ type, currency, account }, place) => ({ place, type, currency, account }));
  const { rows } = await sql<{ place: number; reasonCode: Payee['reasonCode'] }>`
    select a.place, last.reason_code
    from jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as a (place int, type text, currency text, account text)
    cross join lateral (
      select status, reason_code from payee.payee p
      where p.customer_id = ${customerId} and p.type = a.type and p.currency = a.currency and p.account = a.account
        and (p.deleted_at is not null or not p.saved)
      order by p.deleted_at desc nulls first, p.id desc limit 1) as last
    where last.status <> 'approved' and last.reason_code <> 'team_approval'`.execute(tx);
  const reasons = new Map(rows.map(({ place, reasonCode }) => [place, reasonCode]));
  return accounts.map((_, place) => reasons.get(place));
}

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
