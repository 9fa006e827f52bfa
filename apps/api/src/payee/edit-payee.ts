import { isDeepStrictEqual } from 'node:util';
import type { contract } from '@larkmere/contract/contract';
import type { Input } from '@larkmere/contract/endpoint';
import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx, Verb } from '../kernel/verb.ts';
import type { Demand } from '../team-approval/team-approval.ts';
import { askTeam, standingOfNew } from './await-team.ts';
import { questionOf, requireNameCheck } from './name-check.ts';
import { insertVersion, type PayeeDetails, updatePayee } from './payee.sql.ts';
import {
  demandsOnPayee,
  type Payee,
  payeeChanged,
  requireOwnPayee,
  requireOwnPayeeLocked,
  type Standing,
} from './payee.ts';
import { viewOf } from './payee.view.ts';
import { readDetails, requireReachable, requireRoute } from './read-details.ts';
import { refusingTwin } from './refusing-twin.ts';

type Edit = Input<typeof contract.payee.edit>;

/**
 * Every change is a new version, which voids approvals of the old one. Another name, type or account needs a new name
 * check and the approval rules. Throws `not_found`, `swift_not_enabled`, `payee_changed`, `payee_details_invalid`,
 * `payee_exists`, `name_check_required`, `name_check_unconfirmed`, `name_check_forbidden`, `access_denied`,
 * `approval_required`.
 */
export const editPayee: Verb<typeof contract.payee.edit> = async (ctx, input) => {
  const { tx, actor, now } = ctx;
  const payee = await requireOwnPayeeLocked(ctx, input.uid);
  if (payee.version !== input.version) throw new Refusal('payee_changed');
  const { demands, ...details } = await changed(ctx, payee, input);
  if (isSame(payee, details)) return viewOf(ctx, payee);

  const written = { id: payee.id, version: payee.version + 1, personId: actor.personId, at: now };
  await refusingTwin(updatePayee(tx, written, details));
  await insertVersion(tx, written, details);
  const { id: payeeId, version, personId } = written;
  await emit(ctx, payeeChanged, { payeeId, version, customerId: actor.customerId, personId });
  await audit(ctx, 'payee.changed', `payee:${payeeId}`, { version, nameCheckId: details.nameCheckId });
  const edited = await requireOwnPayee(ctx, payeeId);
  if (demands) await askTeam(ctx, edited, demands);
  return viewOf(ctx, edited);
};

type Changed = PayeeDetails & Readonly<{ demands?: readonly Demand[] }>;

async function changed(ctx: CustomerCtx, payee: Payee, input: Edit): Promise<Changed> {
  const { type, currency } = payee;
  const { nickname = payee.nickname, defaultReference = payee.defaultReference, entityType, name, details } = input;
  await requireRoute(ctx, type);
  const read = readDetails({ type, currency, entityType, name, nickname, defaultReference, details });
  await requireReachable(ctx.tx, read);
  const { favourite = payee.favourite, ownAccount = payee.ownAccount } = input;
  const edited = { ...read, entityType, favourite, ownAccount };
  const { status, reasonCode, reason, nameCheckId } = payee;
  if (isSame(payee, { name: read.name, entityType, details: read.details }))
    return { ...edited, status, reasonCode, reason, nameCheckId };

  const { nameCheckId: checkId, acceptNameCheck: accepted = false, nameCheckReason } = input;
  const evidence = { checkId, accepted, reason: nameCheckReason };
  const demands = await demandsOnPayee(ctx, ctx.actor);
  const standing = standingAfter(payee) ?? (await standingOfNew(ctx, read, demands));
  return { ...edited, ...standing, demands, nameCheckId: await requireNameCheck(ctx, questionOf(edited), evidence) };
}

/** A review by staff continues after an edit. Undefined means that the payee is treated like a new one. */
function standingAfter({ status, reasonCode, reason }: Payee): Standing | undefined {
  if (status === 'disabled') return { status, reasonCode, reason: null };
  if (status === 'approved' || reasonCode === 'team_approval') return undefined;
  return { status: 'pending', reasonCode, reason: status === 'pending' ? reason : null };
}

const isSame = (payee: Payee, details: Partial<PayeeDetails>): boolean =>
  Object.entries(details).every(([field, value]) => isDeepStrictEqual(payee[field as keyof Payee], value));
