import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { AccountStatusFile, StatusEntry } from '@larkmere/contract/back-office/status-change';
import { isConfidential, rightToSet, settableStatuses } from '@larkmere/contract/back-office/status-change-rules';
import type { AccountStatus } from '@larkmere/contract/platform/account-status';
import { sql } from 'kysely';
import { findCustomer, selectStatusBefore } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { statusChangeSetting } from './status-change.settings.ts';
import type { ChangeRow } from './status-change.sql.ts';

type HistoryRow = Readonly<{
  seq: number;
  status: AccountStatus;
  at: Date;
  actorKind: string;
  setBy: string | null;
  agreedBy: string | null;
  reasonCode: string;
  customerMessage: string | null;
  internalNote: string | null;
  legalBasis: StatusEntry['legalBasis'];
  blockedBy: StatusEntry['blockedBy'];
  reviewAt: Date | null;
}>;

/** The latest first. */
async function selectHistory(tx: Tx, customerId: string): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select t.seq, t.state as status, t.at, t.actor_kind, coalesce(p.name, m.name) as set_by,
      d.name as agreed_by, t.state_reason as reason_code, t.state_message as customer_message,
      c.internal_note, c.legal_basis, t.blocked_by, c.review_at
    from customer.status_transition t
      left join status_change.change c on c.customer_id = t.customer_id and c.transition_seq = t.seq
      left join staff.member p on p.id = c.proposed_by left join staff.member d on d.id = c.decided_by
      left join staff.member m on t.actor_kind = 'staff' and m.id::text = t.actor_id
    where t.customer_id = ${customerId} order by t.seq desc limit 100`.execute(tx);
  return rows;
}

export async function selectLastSeq(tx: Tx, customerId: string): Promise<number> {
  const { rows } = await sql<{ seq: number }>`
    select max(seq) as seq from customer.status_transition where customer_id = ${customerId}`.execute(tx);
  return rows[0]?.seq ?? 0;
}

type ProposalRow = ChangeRow & Readonly<{ proposer: string }>;

/** The proposal that waits and still fits the status. */
export async function findProposal(tx: Tx, customerId: string): Promise<ProposalRow | undefined> {
  const { rows } = await sql<ProposalRow>`
    select c.*, p.name as proposer from status_change.change c join staff.member p on p.id = c.proposed_by
      join customer.customer a on a.id = c.customer_id
    where c.customer_id = ${customerId} and c.state = 'proposed' and a.state = c.from_status
      and a.state_since <= c.proposed_at`.execute(tx);
  return rows[0];
}

export async function viewStatus(ctx: StaffCtx, customerId: string): Promise<AccountStatusFile> {
  const { tx, actor } = ctx;
  const customer = await findCustomer(tx, customerId);
  if (!customer) throw new Refusal('not_found');
  const history = await selectHistory(tx, customerId);
  const [present] = history;
  if (!present) throw new Error(`customer ${customerId} has no status`);
  const { status } = customer;
  const before = (await selectStatusBefore(tx, customerId)) ?? null;
  const proposal = await findProposal(tx, customerId);
  const { noticeDays } = await requireSetting(tx, statusChangeSetting, {});
  const mayReadAll = maySeeConfidential(actor.permissions);
  const entry = toEntry(mayReadAll);
  return {
    ...entry(present),
    status,
    since: customer.statusSince.toISOString(),
    reviewAt: present.reviewAt?.toISOString() ?? null,
    allowedNext: settableStatuses(status, before).filter((next) => allows(actor.permissions, rightToSet(status, next))),
    proposed: proposal && mayReadAll ? toProposed(proposal, actor.staffId) : null,
    noticeDays,
    history: history.map(entry),
  };
}

/** Staff without sanctions alerts do not learn of suspicions. */
const toEntry =
  (mayReadAll: boolean) =>
  (row: HistoryRow): StatusEntry => {
    const isHidden = !mayReadAll && isConfidential(row.reasonCode);
    return {
      status: row.status,
      since: row.at.toISOString(),
      setBy: row.setBy ?? row.actorKind,
      agreedBy: row.agreedBy,
      reasonCode: isHidden ? 'with_compliance' : row.reasonCode,
      customerMessage: row.customerMessage,
      internalNote: isHidden ? null : row.internalNote,
      legalBasis: isHidden ? null : row.legalBasis,
      blockedBy: row.blockedBy,
    };
  };

const toProposed = (row: ProposalRow, staffId: string): AccountStatusFile['proposed'] => ({
  uid: row.id,
  status: row.toStatus,
  reasonCode: row.reasonCode,
  customerMessage: row.customerMessage,
  internalNote: row.internalNote,
  legalBasis: row.legalBasis,
  noticeEndsAt: row.noticeEndsAt?.toISOString() ?? null,
  notifyCustomer: row.notifiesCustomer,
  proposedBy: row.proposer,
  proposedAt: row.proposedAt.toISOString(),
  isOwn: row.proposedBy === staffId,
});
