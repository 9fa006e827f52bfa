import type { ApprovalRequestKind, ApprovalRequestSummary } from '@larkmere/contract/approvals/approval';
import type { Tx } from '../../platform/db/db.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listPeople } from './people.read.ts';
import { findLastRequests, selectDecisions } from './request.sql.ts';
import { findBlockedReason } from './request.view.ts';
import type { Maker } from './request-approval.ts';
import { toRequestSummary } from './request-summary.ts';

export async function findApprovableSubjects(
  { tx, now }: Pick<Ctx, 'tx' | 'now'>,
  { customerId, userId }: Maker,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const requests = subjectIds.length > 0 ? await findLastRequests(tx, kind, subjectIds) : [];
  if (requests.length === 0) return new Set();
  const people = await listPeople(tx, customerId);
  const me = people.find(({ id, active }) => active && id === userId);
  const ids = requests.map(({ id }) => id);
  const decisions = await selectDecisions(tx, ids);
  const mine = requests.filter((request) => me && findBlockedReason({ me, people }, request, decisions, now) === null);
  return new Set(mine.map(({ subjectId }) => subjectId));
}

export async function loadRequestSummaries(
  tx: Tx,
  kind: ApprovalRequestKind,
  subjectIds: readonly string[],
): Promise<ReadonlyMap<string, ApprovalRequestSummary>> {
  const requests = subjectIds.length > 0 ? await findLastRequests(tx, kind, subjectIds) : [];
  const [first] = requests;
  if (!first) return new Map();
  const people = await listPeople(tx, first.customerId);
  const decisions = await selectDecisions(
    tx,
    requests.map(({ id }) => id),
  );
  return new Map(requests.map((request) => [request.subjectId, toRequestSummary(request, decisions, people)]));
}
