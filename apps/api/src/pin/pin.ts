import { createHash } from 'node:crypto';
import type { Purpose } from '@larkmere/contract/pin';
import { type Currency, readAmount } from '@larkmere/money/money';
import { event } from '../kernel/outbox.ts';
import { Refusal } from '../kernel/refusal.ts';
import type { CustomerCtx } from '../kernel/verb.ts';
import { redeem } from './pin.sql.ts';

export const pinLocked = event<PinLocked>('pin.locked');
export type PinLocked = Readonly<{ personId: string; at: string }>;

/** Failed attempts over all sessions and devices together (SCA-RTS, article 4). */
export const mostFailures = 5;
export const approvalSeconds = 300;

/** One digest over the whole operation, so that any changed field invalidates the authorisation (dynamic linking). */
export function digestOf(asked: Purpose, personId: string): Buffer {
  const purpose = JSON.parse(JSON.stringify(asked)) as Purpose;
  const exact = (currency: Currency, text: string): string => String(readAmount(currency, text)?.minor ?? text);
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
 * Redeems the PIN authorisation for exactly this operation, in its transaction. Refuses with `authorisation_invalid`
 * if it is for another operation or session, expired or used.
 */
export async function requireApproval(ctx: CustomerCtx, approval: string, purpose: Purpose): Promise<void> {
  const { personId, sessionId } = ctx.actor;
  const redeemed = await redeem(ctx.tx, { approval, personId, sessionId, purpose: digestOf(purpose, personId) });
  if (!redeemed) throw new Refusal('approval_invalid');
}
