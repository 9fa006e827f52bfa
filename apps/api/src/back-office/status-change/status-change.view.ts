import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import { allows } from '@larkmere/contract/back-office/permissions';
import type { AccountStatusFile, StatusEntry } from '@larkmere/contract/back-office/status-change';
import { isConfidential, rightToSet, settableStatuses } from '@larkmere/contract/back-office/status-change-rules';
import { findCustomer, selectStatusBefore } from '../../customers/customer/customer.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { findProposal, type HistoryRow, type ProposalRow, selectHistory } from './status-change.read.ts';
import { statusChangeSetting } from './status-change.settings.ts';

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
