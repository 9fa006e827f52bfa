import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import {
  firmAccountId,
  generateReference,
  recordNarrative,
  safeguardingAccountId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import type { CoverBank, CoverResult } from './rails/cover-bank.ts';
import { coverPostings } from './treasury.postings.ts';
import { type CoverRow, findCover, lockCover, recordCoverDealt, recordCoverRefused } from './treasury.sql.ts';

/** Safe to repeat: the bank answers a known `dealId` with the first deal, and a booked deal is skipped. */
export const executeCover =
  (bank: CoverBank): ExternalHandler<{ coverId: string }> =>
  async ({ transaction }, { payload: { coverId } }) => {
    const cover = await transaction(({ tx }) => findCover(tx, coverId));
    if (cover?.state !== 'asked') return;
    const answer = await bank.deal({
      dealId: coverId,
      sold: money(cover.sell, cover.sellMinor),
      buy: cover.buy,
      midRate: cover.mid,
    });
    await transaction((ctx) => bookCover(ctx, coverId, answer));
  };

async function bookCover(ctx: Ctx, coverId: string, answer: CoverResult): Promise<void> {
  const { tx } = ctx;
  const cover = await lockCover(tx, coverId);
  if (cover?.state !== 'asked') return;
  if (answer === 'refused') {
    await recordCoverRefused(tx, coverId);
    await audit(ctx, 'position.cover_refused', `cover:${coverId}`);
    return;
  }
  const { bought, rate, reference } = answer;
  const sold = money(cover.sell, cover.sellMinor);
  await recordCoverDealt(tx, coverId, { buyMinor: bought.minor, rate, reference });
  const description = defaultText('narrative_cover_deal', {
    sellCurrency: sold.currency,
    buyCurrency: bought.currency,
    rate,
  });
  await recordNarrative(tx, coverId, { kind: 'exchange', reference: generateReference(), description });
  await audit(ctx, 'position.covered', `cover:${coverId}`, { bought: formatAmount(bought), rate, reference });
  await postCover(ctx, cover, sold, bought);
}

async function postCover({ tx }: Ctx, { id }: CoverRow, sold: Money, bought: Money): Promise<void> {
  const way = {
    positionSold: await firmAccountId(tx, `position:${sold.currency}`),
    bankSold: await safeguardingAccountId(tx, sold.currency),
    positionBought: await firmAccountId(tx, `position:${bought.currency}`),
    bankBought: await safeguardingAccountId(tx, bought.currency),
  };
  await post(tx, { id: id as OperationId, code: 'position.covered', postings: coverPostings(sold, bought, way) });
}
