import type { ApprovalRequestSummary, ApprovalRequestView } from '@larkmere/contract/approvals/approval';
import type { Currency } from '@larkmere/money/money';
import { listAccountsOf } from '../../accounts/bank-account/bank-account.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { listPeople } from './approval.read.ts';
import { type ApprovalDecisionRow, type ApprovalRequestRow, findRequest, selectDecisions } from './approval.sql.ts';
import {
  type Colleague,
  canApprove,
  canUseAll,
  canView,
  countMatching,
  isSatisfied,
  matchesRole,
} from './evaluate-rules.ts';

export type Viewer = Readonly<{ me: Colleague; people: readonly Colleague[] }>;

export async function requireViewer({ tx, actor }: CustomerCtx): Promise<Viewer> {
  const people = await listPeople(tx, actor.customerId);
  const me = people.find(({ id, active }) => active && id === actor.userId);
  if (!me) throw new Refusal('access_denied');
  return { me, people };
}

export const canViewRequest = ({ me }: Viewer, { makerId, kind, accounts }: ApprovalRequestRow): boolean =>
  canUseAll(me, accounts) && (makerId === me.id || canView(me, kind));

/** Throws `not_found` for a request of another customer, so that its existence is not revealed. */
export async function requireRequest(
  { tx, actor }: CustomerCtx,
  reader: Viewer,
  id: string,
): Promise<ApprovalRequestRow> {
  const request = await findRequest(tx, id);
  if (!request || request.customerId !== actor.customerId || !canViewRequest(reader, request))
    throw new Refusal('not_found');
  return request;
}

export type BlockedReason = ApprovalRequestView['blockedReason'];

export function findBlockedReason(
  { me }: Viewer,
  request: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
  now: Date,
): BlockedReason {
  if (request.state !== 'open' || request.expiresAt <= now) return 'over';
  if (request.makerId === me.id) return 'own';
  if (decisions.some(({ requestId, userId }) => requestId === request.id && userId === me.id)) return 'decided';
  const given = toRecordedApprovals(request, decisions);
  const counts = request.requirements.some((demand) => !isSatisfied(demand, given) && matchesRole(demand, me.role));
  return counts && canUseAll(me, request.accounts) && canApprove(me, request.kind) ? null : 'role';
}

export const toRecordedApprovals = (request: ApprovalRequestRow, decisions: readonly ApprovalDecisionRow[]) =>
  selectApprovals(request, decisions).map(({ userId, role }) => ({ userId, role }));

export async function viewRequests(
  { tx, now }: CustomerCtx,
  reader: Viewer,
  requests: readonly ApprovalRequestRow[],
): Promise<ApprovalRequestView[]> {
  const decisions = await selectDecisions(
    tx,
    requests.map(({ id }) => id),
  );
  return requests.map((request) => toView(reader, request, decisions, now));
}

export async function viewRequest(
  ctx: CustomerCtx,
  reader: Viewer,
  request: ApprovalRequestRow,
): Promise<ApprovalRequestView> {
  const [view] = await viewRequests(ctx, reader, [request]);
  if (!view) throw new Error(`request ${request.id} has no view`);
  return view;
}

function toView(
  reader: Viewer,
  request: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
  now: Date,
): ApprovalRequestView {
  const { people, me } = reader;
  const { title, amount, link, details } = request.content;
  const why = findBlockedReason(reader, request, decisions, now);
  return {
    ...toRequestSummary(request, decisions, people),
    kind: request.kind,
    subject: request.subjectId,
    title,
    amount,
    link,
    details: [...details],
    digest: request.digest,
    createdAt: request.createdAt.toISOString(),
    closedAt: request.closedAt?.toISOString() ?? null,
    requirements: request.requirements.map((demand) => ({
      approvers: demand.approvers,
      roles: [...demand.roles],
      approvedCount: countMatching(demand, toRecordedApprovals(request, decisions)),
    })),
    decisions: decisions
      .filter(({ requestId }) => requestId === request.id)
      .map(({ userId, verdict, note, decidedAt }) => ({
        person: toPersonView(people, userId),
        verdict,
        note,
        at: decidedAt.toISOString(),
      })),
    permissions: {
      approve: why === null,
      reject: why === null,
      recall: request.state === 'open' && request.makerId === me.id,
    },
    blockedReason: why,
  };
}

/** How approvers read an account of the customer. An unknown one, such as a wallet, is named by its id. */
export async function loadAccountLabels(tx: Tx, customerId: string) {
  const accounts = await listAccountsOf(tx, customerId);
  return (bankholderId: string, currency: Currency): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
}

export const toPersonView = (people: readonly Colleague[], id: string): ApprovalRequestSummary['maker'] => ({
  uid: id,
  name: people.find((each) => each.id === id)?.name ?? '',
});

const selectApprovals = (
  { id }: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
): ApprovalDecisionRow[] => decisions.filter(({ requestId, verdict }) => requestId === id && verdict === 'approve');

export const toRequestSummary = (
  request: ApprovalRequestRow,
  decisions: readonly ApprovalDecisionRow[],
  people: readonly Colleague[],
): ApprovalRequestSummary => ({
  uid: request.id,
  state: request.state,
  maker: toPersonView(people, request.makerId),
  approvedCount: selectApprovals(request, decisions).length,
  requiredCount: request.approvalsNeeded,
  expiresAt: request.expiresAt.toISOString(),
  note: request.note,
});
