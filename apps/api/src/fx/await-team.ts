import type { HoldVoiding, OperationId } from '@larkmere/ledger/types';
import { v7 } from 'uuid';
import { book } from '../books/books.ts';
import { actingFor } from '../customer/customer.ts';
import { audit } from '../kernel/audit.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import type { SentBack, Subject } from '../team-approval/team-approval.ts';
import { contentOf } from './ask-team.ts';
import { carryOut } from './carry-out.ts';
import type { Quote } from './fx.ts';
import { requireMayDeal } from './may-deal.ts';
import { requireUsableHolding } from './own-holding.ts';
import { quotesById } from './quotes-by-id.ts';
import { endTeamExchange, lockWaitingExchange, type TeamExchange } from './team-exchange.sql.ts';
import { quoteWithin } from './worst-quote.ts';

async function worstOf({ tx }: Pick<Ctx, 'tx'>, { id, worst_quote_id }: TeamExchange): Promise<Quote> {
  const worst = (await quotesById(tx, [worst_quote_id])).get(worst_quote_id);
  if (!worst) throw new Error(`exchange ${id} waits without a quote`);
  return worst;
}

async function required({ tx }: Pick<Ctx, 'tx'>, id: string): Promise<TeamExchange> {
  const waiting = await lockWaitingExchange(tx, id);
  if (!waiting) throw new Refusal('invalid_transition');
  return waiting;
}

const releaseOf = ({ worst_quote_id }: TeamExchange): HoldVoiding => ({
  id: v7() as OperationId,
  code: 'fx.released',
  holdId: worst_quote_id as OperationId,
});

const gone = 'Whoever asked for this exchange is no longer with you. Nothing was exchanged.';

/**
 * Converts at the current rate in the requester's name. Refuses `rate_moved` if that is worse than they agreed to; the
 * request then stays pending.
 */
async function letGo(ctx: Ctx, id: string): Promise<string | undefined> {
  const waiting = await required(ctx, id);
  const maker = await actingFor(ctx.tx, waiting.person_id);
  if (!maker) return gone;
  const inTheirName = { ...ctx, actor: maker };
  await requireMayDeal(inTheirName, 'fx.instant');
  const agreed = await worstOf(ctx, waiting);
  const { sell, buy } = agreed.price;
  const source = await requireUsableHolding(inTheirName, waiting.source_bankholder_id, sell.currency);
  const target = await requireUsableHolding(inTheirName, waiting.target_bankholder_id, buy.currency);
  const { quote, keep } = await quoteWithin(ctx, maker, agreed);
  await keep();
  const frees = releaseOf(waiting);
  const { id: conversion_id } = await carryOut(ctx, maker, { quote, source, target, frees });
  await endTeamExchange(ctx.tx, id, { state: 'made', conversion_id });
  return undefined;
}

async function sendBack(ctx: Ctx, id: string, end: SentBack, reason: string): Promise<void> {
  await book(ctx.tx, { kind: 'void_hold', ...releaseOf(await required(ctx, id)) });
  await endTeamExchange(ctx.tx, id, { state: 'sent_back' });
  await audit(ctx, `fx.${end}`, `exchange:${id}`, { reason });
}

export const exchangeSubject: Subject = {
  look: async (ctx, id) => {
    const waiting = await lockWaitingExchange(ctx.tx, id);
    return waiting && contentOf(ctx, waiting, await worstOf(ctx, waiting));
  },
  approve: letGo,
  sendBack,
};
