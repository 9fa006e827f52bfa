import { post } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { type Currency, formatAmount, type Money, money } from '@larkmere/money/money';
import { houseAccount, narrate, shortReference } from '../books/books.ts';
import { audit } from '../kernel/audit.ts';
import type { OutsideListener } from '../kernel/relay.ts';
import type { Ctx } from '../kernel/verb.ts';
import { coverPostings } from './position.postings.ts';
import { type CoverRow, enterDealt, enterRefused, findCover, lockCover } from './position.sql.ts';
import type { CoverAnswer, CoverBank } from './rails/cover-bank.ts';

/** Safe to repeat: the bank answers a known `dealId` with the first deal, and a booked deal is skipped. */
export const dealCover =
  (bank: CoverBank): OutsideListener<{ coverId: string }> =>
  async ({ transaction }, { payload: { coverId } }) => {
    const cover = await transaction(({ tx }) => findCover(tx, coverId));
    if (cover?.state !== 'asked') return;
    const answer = await bank.deal({
      dealId: coverId,
      sold: money(cover.sell as Currency, cover.sell_minor),
      buy: cover.buy as Currency,
      midRate: cover.mid,
    });
    await transaction((ctx) => bookCover(ctx, coverId, answer));
  };

async function bookCover(ctx: Ctx, coverId: string, answer: CoverAnswer): Promise<void> {
  const { tx } = ctx;
  const cover = await lockCover(tx, coverId);
  if (cover?.state !== 'asked') return;
  if (answer === 'refused') {
    await enterRefused(tx, coverId);
    await audit(ctx, 'position.cover_refused', `cover:${coverId}`);
    return;
  }
  const { bought, rate, reference } = answer;
  const sold = money(cover.sell as Currency, cover.sell_minor);
  await enterDealt(tx, coverId, { buyMinor: bought.minor, rate, reference });
  const words = `Cover of ${sold.currency} into ${bought.currency} at ${rate}`;
  await narrate(tx, coverId, { kind: 'exchange', reference: shortReference(), description: words });
  await audit(ctx, 'position.covered', `cover:${coverId}`, { bought: formatAmount(bought), rate, reference });
  await book(ctx, cover, sold, bought);
}

async function book({ tx }: Ctx, { id }: CoverRow, sold: Money, bought: Money): Promise<void> {
  const way = {
    positionSold: await houseAccount(tx, `position:${sold.currency}`),
    bankSold: await houseAccount(tx, `safeguarding:sandbox-bank:${sold.currency}`),
    positionBought: await houseAccount(tx, `position:${bought.currency}`),
    bankBought: await houseAccount(tx, `safeguarding:sandbox-bank:${bought.currency}`),
  };
  await post(tx, { id: id as OperationId, code: 'position.covered', postings: coverPostings(sold, bought, way) });
}
