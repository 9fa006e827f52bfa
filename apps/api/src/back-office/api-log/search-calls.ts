import type { ApiCall, ResendRequest } from '@larkmere/contract/back-office/api-log';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { audit } from '../../platform/requests/audit.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { maskTyped } from '../customer-search/customer-search.ts';
import { type CallRow, countCalls, findCalls, type ResendWithNames, selectResends } from './api-log.read.ts';
import { resendable } from './resendable.ts';

const maxRows = 50;

export const searchCalls: Verb<typeof contract.apiLog.search> = async (ctx, input) => {
  const { search = '', minutes, direction = null, partner = null, outcome = null, minLatencyMs = null } = input;
  const rows = await findCalls(ctx.tx, {
    search: search || null,
    minutes,
    direction,
    partner,
    outcome,
    minLatencyMs,
    after: input.after ?? null,
    most: maxRows + 1,
  });
  const list = await toCallViews(ctx, rows.slice(0, maxRows));
  await audit(ctx, 'api_log.searched', 'search:api_log', {
    typed: maskTyped(search),
    minutes,
    found: list.length,
    customers: [...new Set(list.flatMap(({ customer }) => (customer ? [customer.uid] : [])))],
  });
  return { list, hasMore: rows.length > maxRows, ...(await countCalls(ctx.tx, minutes)) };
};

type Reader = Pick<StaffCtx, 'tx' | 'actor'>;

export const toResendView = (
  { requestedById, requestedAt, decidedAt, ...row }: ResendWithNames,
  { actor }: Pick<StaffCtx, 'actor'>,
): ResendRequest => ({
  ...row,
  isOwn: requestedById === actor.staffId,
  requestedAt: requestedAt.toISOString(),
  decidedAt: decidedAt?.toISOString() ?? null,
});

export async function loadResend(ctx: Reader, id: string): Promise<ResendRequest> {
  const [row] = await selectResends(ctx.tx, [id]);
  if (!row) throw new Error(`resend ${id} has no view`);
  return toResendView(row, ctx);
}

/** Why a call cannot be made again; null if it can. */
function resendBar({ listener, isOpen }: Pick<CallRow, 'listener' | 'isOpen'>, isOutgoing: boolean) {
  if (!isOutgoing) return 'incoming';
  if (listener === null || !(listener in resendable)) return 'not_repeatable';
  return isOpen ? null : 'answered';
}

async function toCallViews(ctx: Reader, rows: readonly CallRow[]): Promise<ApiCall[]> {
  const ids = rows.flatMap(({ resend }) => (resend === null ? [] : [resend]));
  const requests = new Map((await selectResends(ctx.tx, ids)).map((row) => [row.uid, toResendView(row, ctx)]));
  return rows.map(({ listener, isOpen, payment, resend, at, ...row }) => {
    const bar = resendBar({ listener, isOpen }, row.direction === 'out');
    return {
      ...row,
      at: at.toISOString(),
      payment: payment && {
        uid: payment.uid,
        reference: payment.reference,
        state: payment.state,
        amount: {
          amount: formatAmount(money(payment.currency, BigInt(payment.minor))),
          currency: payment.currency,
        },
      },
      resendable: bar === null,
      resendMovesMoney: resendable[listener ?? '']?.movesMoney ?? false,
      resendBar: bar,
      resend: (resend && requests.get(resend)) || null,
    };
  });
}
