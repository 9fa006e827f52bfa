import type { contract } from '@larkmere/contract/contract';
import { audit } from '../../../platform/requests/audit.ts';
import type { Verb } from '../../../platform/requests/verb.ts';
import { requireOwnAccounts, requirePresetFormat } from '../export/request-export.ts';
import { endSubscription, selectSubscription, upsertSubscription } from './subscription.sql.ts';

/** Refuses `not_found` for an account that the member may not use, and `validation_failed`. */
export const subscribe: Verb<typeof contract.statement.subscribe> = async (ctx, input) => {
  const { tx, actor } = ctx;
  const { format, layout, preset = null } = input;
  requirePresetFormat({ preset, format });
  const chosen = input.accounts && (await requireOwnAccounts(ctx, input.accounts));
  const accounts = chosen?.map(({ bankholderId }) => bankholderId);
  await upsertSubscription(tx, actor, { accounts: accounts ?? null, format, layout, preset });
  await audit(ctx, 'statement.subscribed', `user:${actor.userId}`, { accounts: accounts ?? 'all', format, layout });
  const subscription = await selectSubscription(tx, actor);
  if (!subscription) throw new RangeError(`the subscription of ${actor.userId} was not written`);
  return subscription;
};

export const unsubscribe: Verb<typeof contract.statement.unsubscribe> = async (ctx) => {
  const { tx, actor } = ctx;
  if (await endSubscription(tx, actor, 'unsubscribed'))
    await audit(ctx, 'statement.unsubscribed', `user:${actor.userId}`, { reason: 'unsubscribed' });
  return null;
};

export const showSubscription: Verb<typeof contract.statement.showSubscription> = async ({ tx, actor }) =>
  (await selectSubscription(tx, actor)) ?? null;
