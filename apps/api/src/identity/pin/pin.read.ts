import type { contract } from '@larkmere/contract/contract';
import { formatAmount } from '@larkmere/money/money';
import { sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { findProofChannel } from '../channel/channel.ts';
import { findPin } from './pin.sql.ts';
import { maxFailures } from './pin.ts';
import { findRequiredProof, type PinFactors } from './pin-proof.ts';
import { coolingHours, getCoolingLimit } from './reset-cooldown.ts';

export async function selectBirthday(tx: Tx, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{
    birthday: string | null;
  }>`select date_of_birth::text as birthday from customer.user where id = ${userId}`.execute(tx);
  return rows[0]?.birthday ?? undefined;
}

export const showPin: Verb<typeof contract.pin.state> = async ({ tx, actor }) => {
  const pin = await findPin(tx, actor.userId);
  if (!pin) return { exists: false, status: 'none', attemptsLeft: maxFailures };
  return {
    exists: true,
    status: pin.failures >= maxFailures ? 'locked' : 'active',
    attemptsLeft: maxFailures - pin.failures,
  };
};

const requirements = { none: 'password', factor: 'password_and_factor', code: 'password_and_code' } as const;

export const showResetState =
  (factors: PinFactors): Verb<typeof contract.pin.resetState> =>
  async (ctx) => {
    const { kind, methods } = await findRequiredProof(ctx, factors);
    const target = kind === 'code' ? await findProofChannel(ctx.tx, ctx.actor.userId) : undefined;
    return {
      allowed: kind !== 'code' || target !== undefined,
      requires: requirements[kind],
      methods: [...methods],
      sentTo: target?.shown ?? null,
      coolingHours,
      coolingLimit: formatAmount(await getCoolingLimit(ctx.tx, 'GBP')),
    };
  };
