import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { insertDecision, selectAcceptedAt, selectCurrentDocument } from './agreement.sql.ts';

/** A version stays accepted: a later refusal of it changes nothing. Refuses `agreement_outdated`. */
export const decideAgreement: Verb<typeof contract.agreement.decide> = async (
  ctx,
  { version, documentHash, accepted },
) => {
  const { tx, actor, now } = ctx;
  const current = await selectCurrentDocument(tx);
  if (version !== current.version || documentHash !== current.documentHash) throw new Refusal('agreement_outdated');
  const acceptedAt = await selectAcceptedAt(tx, actor.userId, version);
  if (acceptedAt) return { version, accepted: true, decidedAt: acceptedAt.toISOString(), syncagreement: false };
  const decidedAt = await insertDecision(tx, { userId: actor.userId, version, documentHash, accepted });
  if (decidedAt) await audit(ctx, accepted ? 'agreement.accepted' : 'agreement.declined', version, { documentHash });
  return { version, accepted, decidedAt: (decidedAt ?? now).toISOString(), syncagreement: !accepted };
};
