import { createHash } from 'node:crypto';
import { type Message, message } from '@larkmere/messages/message';
import { findPayeesSince, type PayeeSince } from '../../payees/payee/payee.ts';
import type { CustomerCtx } from '../../platform/requests/verb.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { findPaidMembers, type PaidMember } from '../member-transfer/member-transfer.ts';
import type { Favourite, SavedTarget } from './favourite.sql.ts';

export type Problem = Readonly<{ kind: 'changed' | 'stopped' | 'removed'; reason: Message }>;

/** The member or payee of a favourite as they are now, compared with what was saved. */
export type PresentTarget = Readonly<{
  /** What an update saves when the user has confirmed the target. */
  saved: SavedTarget;
  version: string;
  name: string;
  account: string | null;
  member: PaidMember | null;
  lastPaidAt: Date | null;
  problem: Problem | undefined;
}>;

export type Compared = Readonly<{ favourite: Favourite; target: PresentTarget }>;

export async function compareTargets(ctx: CustomerCtx, favourites: readonly Favourite[]): Promise<Compared[]> {
  const { tx, actor } = ctx;
  const saved = favourites.flatMap(({ target }) => (target.kind === 'payee' ? [target] : []));
  const payees = await findPayeesSince(tx, actor.customerId, saved);
  const hasMembers = favourites.some(({ target }) => target.kind === 'member');
  // All transfers of the customer: who sees the favourite is decided by its currency.
  const everyone = { tx, actor: { customerId: actor.customerId, accounts: null } };
  const members = new Map((hasMembers ? await findPaidMembers(everyone) : []).map((member) => [member.id, member]));
  return favourites.map((favourite) => {
    const { target } = favourite;
    return {
      favourite,
      target:
        target.kind === 'member'
          ? compareMember(favourite, target.name, required(members.get(target.id)))
          : comparePayee(required(payees[saved.indexOf(target)])),
    };
  });
}

export async function compareTarget(ctx: CustomerCtx, favourite: Favourite): Promise<PresentTarget> {
  const [compared] = await compareTargets(ctx, [favourite]);
  return required(compared).target;
}

function required<T>(found: T | undefined): T {
  if (found === undefined) throw new Error('the target of a favourite is missing');
  return found;
}

function compareMember({ currency, targetSavedAt }: Favourite, oldName: string, member: PaidMember): PresentTarget {
  const { id, name, canReceive, currencies, lastPaidAt } = member;
  const problem = (): Problem | undefined => {
    if (!canReceive) return { kind: 'stopped', reason: message('favourite_member_stopped') };
    if (name !== oldName) {
      const day = londonDay(targetSavedAt);
      return { kind: 'changed', reason: message('favourite_member_renamed', { oldName, newName: name, day }) };
    }
    if (currencies.includes(currency)) return undefined;
    return { kind: 'stopped', reason: message('favourite_member_without_currency', { name, currency }) };
  };
  return {
    saved: { kind: 'member', id, name },
    version: createHash('sha256').update(name).digest('hex').slice(0, 16),
    name,
    account: null,
    member,
    lastPaidAt,
    problem: problem(),
  };
}

const changeCodes = {
  account: 'favourite_account_changed',
  name: 'favourite_name_changed',
  details: 'favourite_details_changed',
} as const;

const statusCodes = {
  pending: 'favourite_payee_pending',
  reject: 'favourite_payee_reject',
  disabled: 'favourite_payee_disabled',
} as const;

function comparePayee(payee: PayeeSince): PresentTarget {
  const { id, version, name, summary, lastPaidAt } = payee;
  return {
    saved: { kind: 'payee', id, version },
    version: String(version),
    name,
    account: summary,
    member: null,
    lastPaidAt,
    problem: payeeProblem(payee),
  };
}

function payeeProblem({ status, reason: note, deletedAt, change }: PayeeSince): Problem | undefined {
  if (deletedAt) return { kind: 'removed', reason: message('favourite_payee_removed', { day: londonDay(deletedAt) }) };
  if (status !== 'approved') {
    const reason = note ? message('favourite_payee_stopped_because', { note }) : message(statusCodes[status]);
    return { kind: 'stopped', reason };
  }
  return change
    ? { kind: 'changed', reason: message(changeCodes[change.what], { day: londonDay(change.at) }) }
    : undefined;
}
