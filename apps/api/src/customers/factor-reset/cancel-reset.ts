import type { contract } from '@larkmere/contract/contract';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { endReset } from './change-reset-state.ts';
import { findOpenRequest, lockOpenRequest } from './factor-reset.sql.ts';

export const showReset: Verb<typeof contract.factorReset.show> = async ({ tx, actor }) => {
  const open = await findOpenRequest(tx, actor.userId);
  return {
    open: open
      ? {
          state: open.state,
          requestedAt: open.requestedAt.toISOString(),
          expiresAt: open.expiresAt.toISOString(),
          appliesAt: open.appliesAt?.toISOString() ?? null,
        }
      : null,
  };
};

export const cancelReset: Verb<typeof contract.factorReset.cancel> = async (ctx) => {
  const open = await lockOpenRequest(ctx.tx, ctx.actor.userId);
  if (!open) throw new Refusal('invalid_transition');
  await endReset(ctx, open, { state: 'cancelled', cancelledBy: 'session' });
  return null;
};
