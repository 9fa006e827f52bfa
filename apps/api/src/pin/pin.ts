import { createHash } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/pin';
import { type Currency, readAmount } from '@larkmere/money/money';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { redeem } from './pin.sql.ts';

/** The last try failed: the PIN confirms nothing until it is reset. */
export const pinLocked = event<PinLocked>('pin.locked');
export type PinLocked = Readonly<{ personId: string; at: string }>;

/** Wrong tries in all, over every session and device together (SCA-RTS, article 4). */
export const mostFailures = 5;
export const approvalSeconds = 300;

/** The operation that a PIN approved, as one digest: change anything and it is another one. */
export function digestOf(asked: Purpose, personId: string): Buffer {
  const purpose = JSON.parse(JSON.stringify(asked)) as Purpose; // what is undefined was not asked for
  const exact = (currency: Currency, text: string): string => String(readAmount(currency, text)?.minor ?? text); // 250 and 250.00 are one amount
  const amounts = {
    amount: exact(purpose.currency, purpose.amount),
    ...('fee' in purpose ? { fee: exact(purpose.currency, purpose.fee) } : {}),
    ...('buyAmount' in purpose ? { buyAmount: exact(purpose.buyCurrency, purpose.buyAmount) } : {}),
  };
  const parts = Object.entries({ ...purpose, ...amounts }).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([personId, parts]))
    .digest();
}

/**
 * Uses up the approval of the PIN for exactly this operation, inside the transaction that carries it out. Refuses with
 * `approval_invalid` when it is for something else, of another session, too old or used.
 */
export async function requireApproval(ctx: CustomerCtx, approval: string, purpose: Purpose): Promise<void> {
  const { personId, sessionId } = ctx.actor;
  const redeemed = await redeem(ctx.tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) });
  if (!redeemed) throw new Refusal('approval_invalid');
}
