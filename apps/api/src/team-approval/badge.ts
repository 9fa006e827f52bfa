import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import type { Colleague } from './judge.ts';
import type { DecisionRow, RequestRow } from './request.sql.ts';

export const personView = (people: readonly Colleague[], id: string): TeamApprovalBadge['maker'] => ({
  uid: id,
  name: people.find((each) => each.id === id)?.name ?? '',
});

export const approvalsOf = ({ id }: RequestRow, decisions: readonly DecisionRow[]): DecisionRow[] =>
  decisions.filter(({ request_id, verdict }) => request_id === id && verdict === 'approve');

export const badgeOf = (
  request: RequestRow,
  decisions: readonly DecisionRow[],
  people: readonly Colleague[],
): TeamApprovalBadge => ({
  uid: request.id,
  state: request.state,
  maker: personView(people, request.maker_id),
  given: approvalsOf(request, decisions).length,
  needed: request.needed,
  expiresAt: request.expires_at.toISOString(),
  note: request.note,
});
