import type { TeamApprovalBadge } from '@larkmere/contract/team-approval';
import type { Colleague } from './judge.ts';
import type { DecisionRow, RequestRow } from './request.sql.ts';

/** Somebody of the customer by name, for a view. */
export const personView = (people: readonly Colleague[], id: string): TeamApprovalBadge['maker'] => ({
  uid: id,
  name: people.find((each) => each.id === id)?.name ?? '',
});

/** The approvals that a request has. */
export const approvalsOf = ({ id }: RequestRow, decisions: readonly DecisionRow[]): DecisionRow[] =>
  decisions.filter(({ request_id, verdict }) => request_id === id && verdict === 'approve');

/** A request in the few words that fit on the page of what it is about. */
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
