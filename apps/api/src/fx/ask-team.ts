import { balanceOf } from '@larkmere/ledger/balance';
import { AccountFrozen, InsufficientFunds } from '@larkmere/ledger/errors';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import { moneyText } from '@larkmere/money/amount-text';
import { formatAmount } from '@larkmere/money/money';
import { rateText } from '@larkmere/money/rate-text';
import { v7 } from 'uuid';
import { accountsOf } from '../bank-account/bank-account.ts';
import { houseAccount } from '../books/books.ts';
import { together } from '../kernel/driver.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx, CustomerCtx } from '../kernel/verb.ts';
import { askApproval, badgesOf, type Content, type Demand } from '../team-approval/team-approval.ts';
import { enterQuoteState } from './fx.sql.ts';
import type { Quote } from './fx.ts';
import type { Holding } from './own-holding.ts';
import { insertTeamExchange, type TeamExchange } from './team-exchange.sql.ts';
import type { Worst } from './worst-quote.ts';

export type Wish = Readonly<{ quote: Quote; worst: Worst; source: Holding; target: Holding }>;

/**
 * Withdraws the quote, holds the worst-case amount and requests approval; the last approval executes at the rate of
 * that moment. Refuses `insufficient_funds` and `account_not_usable`.
 */
export async function askTeam(ctx: CustomerCtx, { quote, worst, source, target }: Wish, demands: readonly Demand[]) {
  const { tx, actor } = ctx;
  await enterQuoteState(tx, quote.id, 'withdrawn');
  await worst.keep();
  await setAside(ctx, worst.quote, source);
  const waiting = await insertTeamExchange(tx, {
    id: v7(),
    customer_id: actor.customerId,
    person_id: actor.personId,
    worst_quote_id: worst.quote.id,
    source_bankholder_id: source.bankholderId,
    target_bankholder_id: target.bankholderId,
  });
  const { customerId, personId: makerId } = actor;
  const content = await contentOf(ctx, waiting, worst.quote);
  await askApproval(ctx, { kind: 'fx', subjectId: waiting.id, customerId, makerId, content, demands });
  const [sold, bought] = await together(balanceOf(tx, source.ledgerAccountId), balanceOf(tx, target.ledgerAccountId));
  return {
    id: waiting.id,
    accounts: [
      { id: source.ledgerAccountId, ...sold },
      { id: target.ledgerAccountId, ...bought },
    ],
    teamApproval: (await badgesOf(tx, 'fx', [waiting.id])).get(waiting.id) ?? null,
  };
}

/** The hold has the id of the worst-case quote; the release finds it by that id. */
async function setAside({ tx }: Pick<Ctx, 'tx'>, { id, price: { sell } }: Quote, from: Holding): Promise<void> {
  const credit = await houseAccount(tx, `position:${sell.currency}`);
  const postings = [{ debit: from.ledgerAccountId, credit, amount: sell }];
  await hold(tx, { id: id as OperationId, code: 'fx.held', postings }).catch(async (error: unknown) => {
    if (error instanceof AccountFrozen) throw new Refusal('account_not_usable');
    if (!(error instanceof InsufficientFunds)) throw error;
    const [have, needed] = [formatAmount((await balanceOf(tx, from.ledgerAccountId)).available), formatAmount(sell)];
    throw new Refusal('insufficient_funds', {
      message: `You have ${have} ${sell.currency} available, and this sets up to ${needed} aside while your colleagues approve it. Nothing was exchanged.`,
      data: { available: have, needed, currency: sell.currency },
    });
  });
}

export async function contentOf(
  { tx }: Pick<Ctx, 'tx'>,
  row: TeamExchange,
  { id, side, price: { sell, buy, fee, rate } }: Quote,
): Promise<Content> {
  const accounts = await accountsOf(tx, row.customer_id);
  const accountText = (bankholderId: string, currency: string): string => {
    const account = accounts.find((each) => each.bankholderId === bankholderId);
    return `${currency} account ${account?.accountNumber ?? account?.iban ?? bankholderId}`;
  };
  const [atMost, atLeast] = side === 'sell' ? ['', 'At least '] : ['At most ', ''];
  const what = side === 'sell' ? `${moneyText(sell)} into ${buy.currency}` : `${sell.currency} into ${moneyText(buy)}`;
  return {
    title: `Exchange ${what}`,
    amount: { amount: formatAmount(sell), currency: sell.currency },
    link: null,
    facts: [
      { label: 'From', value: accountText(row.source_bankholder_id, sell.currency) },
      { label: 'To', value: accountText(row.target_bankholder_id, buy.currency) },
      { label: 'Leaves your account', value: `${atMost}${moneyText(sell)}` },
      ...(fee.minor > 0n ? [{ label: 'Fee in it', value: moneyText(fee) }] : []),
      { label: 'Is bought', value: `${atLeast}${moneyText(buy)}` },
      {
        label: 'Rate',
        value: `The rate of the last approval: at least ${rateText(rate)}, or nothing is exchanged`,
      },
    ],
    exact: [
      row.id,
      id,
      row.source_bankholder_id,
      row.target_bankholder_id,
      side,
      String(sell.minor),
      String(buy.minor),
    ],
  };
}
