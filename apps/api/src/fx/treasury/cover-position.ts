import type { contract } from '@larkmere/contract/contract';
import { post } from '@larkmere/ledger/transfer';
import type { AccountId, Posting } from '@larkmere/ledger/types';
import { defaultText } from '@larkmere/messages/format-message';
import { message } from '@larkmere/messages/message';
import { type Currency, formatAmount, isPositive, type Money, money, readAmount } from '@larkmere/money/money';
import { formatRate } from '@larkmere/money/rate';
import { v7 } from 'uuid';
import {
  firmAccountId,
  generateReference,
  recordNarrative,
  safeguardingAccountId,
  toOperationId,
} from '../../accounting/chart-of-accounts/chart-of-accounts.ts';
import { emit } from '../../platform/events/outbox.ts';
import type { ExternalHandler } from '../../platform/events/relay.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx, Verb } from '../../platform/requests/verb.ts';
import { midRate } from '../rate/rate.ts';
import type { CoverBank, CoverResult } from './rails/cover-bank.ts';
import { viewCover } from './show-position.ts';
import {
  type CoverRow,
  findCover,
  insertCover,
  lockCover,
  lockPosition,
  pendingCoverMinor,
  recordCoverDealt,
  recordCoverRefused,
} from './treasury.sql.ts';
import { coverRequested, positions } from './treasury.ts';

type CoverAccounts = Readonly<Record<'positionSold' | 'bankSold' | 'positionBought' | 'bankBought', AccountId>>;

export const coverPostings = (sold: Money, bought: Money, way: CoverAccounts): Posting[] => [
  { debit: way.positionSold, credit: way.bankSold, amount: sold },
  { debit: way.bankBought, credit: way.positionBought, amount: bought },
];

const midDecimals = 10;

/**
 * Cover closes a position and never opens one: refuses `limit_exceeded` beyond the free amount. The bank is called
 * after the commit.
 */
export const coverPosition: Verb<typeof contract.treasury.cover> = async (ctx, { sell, buy, amount }) => {
  const { tx, actor } = ctx;
  if (sell === buy) throw new Refusal('pair_unavailable');
  const sold = readAmount(sell, amount);
  if (!sold || !isPositive(sold)) throw new Refusal('amount_invalid');
  await lockPosition(tx);
  const free = await freePosition(ctx, sell);
  if (sold.minor > free.minor) {
    const reason = message('cover_exceeds_position', { limit: free });
    throw new Refusal('limit_exceeded', { reason, data: { free: formatAmount(free), currency: sell } });
  }
  const { rate } = await midRate(ctx, sell, buy);
  const id = v7();
  const mid = formatRate(rate, midDecimals);
  const row = await insertCover(tx, { id, staffId: actor.staffId, sell, buy, sellMinor: sold.minor, mid });
  await emit(ctx, coverRequested, { coverId: id });
  await audit(ctx, 'position.cover_requested', `cover:${id}`, { sell, buy, amount, mid });
  return viewCover(row);
};

async function freePosition({ tx }: Parameters<typeof coverPosition>[0], currency: Currency): Promise<Money> {
  const position = (await positions(tx)).find((each) => each.currency === currency) ?? money(currency, 0n);
  return money(currency, position.minor - (await pendingCoverMinor(tx, currency)));
}

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
  await post(tx, { id: toOperationId(id), code: 'position.covered', postings: coverPostings(sold, bought, way) });
}
