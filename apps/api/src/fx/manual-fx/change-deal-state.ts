import type { DealState } from '@larkmere/contract/fx/manual-fx';
import type { HoldVoiding } from '@larkmere/ledger/types';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import type { Updateable } from 'kysely';
import { bookOperation, createOperationId } from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { ManualFxDeal } from '../../platform/db/schema.gen.ts';
import { emit } from '../../platform/events/outbox.ts';
import { changeState } from '../../platform/lifecycle/change-state.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { dealLifecycle } from './deal-lifecycle.ts';
import { dealPendingStatus, describeDeal } from './manual-fx.read.ts';
import { type DealRow, findDealQuotes } from './manual-fx.sql.ts';
import { dealStateChanged } from './manual-fx.ts';

const notifiedStates: readonly DealState[] = ['quoted', 'booked', 'settled', 'expired', 'unable'];

type DealChange = Updateable<ManualFxDeal> & Readonly<{ state: DealState }>;

export async function changeDealState(
  ctx: Ctx,
  deal: DealRow,
  change: DealChange,
  more: string | null = null,
): Promise<DealRow> {
  const moved = await changeState(ctx, dealLifecycle, deal, change, more === null ? {} : { more });
  if (notifiedStates.includes(change.state)) {
    const { id: dealId, customerId, userId } = deal;
    const quote = (await findDealQuotes(ctx.tx, [dealId])).find(({ number }) => number === moved.quoteNumber);
    const waiting = dealPendingStatus(moved, quote);
    await emit(ctx, dealStateChanged, {
      dealId,
      customerId,
      userId,
      state: change.state,
      summary: formatMessage(defaultLanguage, describeDeal(deal)),
      detail: more,
      waiting,
    });
  }
  return moved;
}

export const dealHoldVoiding = ({ holdId }: DealRow): HoldVoiding | undefined =>
  holdId === null ? undefined : { id: createOperationId(), code: 'manual-fx.released', holdId };

export async function releaseDealHold({ tx }: Pick<Ctx, 'tx'>, deal: DealRow): Promise<void> {
  const release = dealHoldVoiding(deal);
  if (release) await bookOperation(tx, { kind: 'void_hold', ...release });
}
