import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../../platform/requests/audit.ts';
import type { Verb } from '../../../platform/requests/verb.ts';
import { endSubscription } from './subscription.sql.ts';

export const unsubscribe: Verb<typeof contract.statement.unsubscribe> = async (ctx) => {
  const { tx, actor } = ctx;
  if (await endSubscription(tx, actor, 'unsubscribed'))
    await audit(ctx, 'statement.unsubscribed', `user:${actor.userId}`, { reason: 'unsubscribed' });
  return null;
};
