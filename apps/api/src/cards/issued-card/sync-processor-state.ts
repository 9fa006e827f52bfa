import type { IssuedCardState } from '@larkmere/contract/cards/issued-card';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { findIssuedCard, updateCard } from './issued-card.sql.ts';
import type { CardIssuer } from './rails/card-issuer.ts';

type ProcessorState = Parameters<CardIssuer['changeState']>[1];

/** What the stand-in of the processor has to know of each state. Activating has a call of its own. */
const processorStates: Readonly<Record<IssuedCardState, ProcessorState | null>> = {
  ordered: null,
  inactive: null,
  active: 'active',
  frozen: 'frozen',
  stopped: 'frozen',
  blocked: 'blocked',
  expired: 'closed',
  closed: 'closed',
  rejected: null,
};

/**
 * Tells the processor what the card is now, which may be later than the event. It asks again afterwards, because two
 * changes in a row may reach the processor in any order.
 */
export const syncProcessorState =
  (issuer: CardIssuer): ExternalHandler<{ cardId: string }> =>
  async ({ transaction }, { payload: { cardId } }) => {
    for (;;) {
      const card = await transaction(({ tx }) => findIssuedCard(tx, cardId));
      const wanted = card && processorStates[card.state];
      if (!wanted || wanted === card.processorState) return;
      const reply = await issuer.changeState(cardId, wanted);
      if (!reply) throw new Error(`the card issuer does not know card ${cardId}`);
      await transaction(({ tx }) => updateCard(tx, cardId, { processorState: wanted }));
    }
  };
