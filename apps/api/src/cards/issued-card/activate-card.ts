import type { contract } from '@larkmere/contract/contract';
import { message } from '@larkmere/messages/message';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Workflow } from '../../platform/requests/verb.ts';
import { lockVisibleCard, requireHeldCard } from './card-access.ts';
import { changeCardState, enforceRestrictions } from './change-card-state.ts';
import { type IssuedCard, updateCard } from './issued-card.sql.ts';
import { askIssuer, type CardIssuer } from './rails/card-issuer.ts';
import { viewCard } from './view-card.ts';

type Endpoint = typeof contract.issuedCard.activate;

/** Only the holder has the letter. A repeat finds the card active and answers the same. */
export const activateCard =
  (issuer: CardIssuer): Workflow<Endpoint> =>
  async ({ transaction }, { id, code }) => {
    const { state } = await transaction((ctx) => countAttempt(ctx, id));
    if (state === 'inactive') await activateAtProcessor(issuer, id, code);
    return transaction(async (ctx) => {
      const card = await lockVisibleCard(ctx, id);
      if (card.state !== 'inactive') return viewCard(ctx, card);
      const active = await changeCardState(ctx, card, { state: 'active', activatedAt: ctx.now });
      return viewCard(
        ctx,
        await enforceRestrictions(ctx, await updateCard(ctx.tx, active.id, { processorState: 'active' })),
      );
    });
  };

const maxAttempts = 5;

/** Counted before the code is checked, so that many at once are no way around the limit. */
async function countAttempt(ctx: CustomerCtx, id: string): Promise<IssuedCard> {
  await requireHeldCard(ctx, id);
  const card = await lockVisibleCard(ctx, id);
  if (card.state !== 'inactive' && card.state !== 'active') throw new Refusal('invalid_transition');
  if (card.state === 'active') return card;
  if (card.codeAttempts >= maxAttempts) throw new Refusal('card_code_locked');
  return updateCard(ctx.tx, id, { codeAttempts: card.codeAttempts + 1 });
}

async function activateAtProcessor(issuer: CardIssuer, id: string, code: string): Promise<void> {
  const reply = await askIssuer(() => issuer.activate(id, code));
  if (reply === 'wrong_code')
    throw new Refusal('card_code_wrong', {
      errors: [{ field: 'code', code: 'invalid', reason: message('card_code_wrong') }],
    });
  if (reply === 'refused') throw new Refusal('invalid_transition');
  if (!reply) throw new Refusal('card_issuer_unavailable');
}
