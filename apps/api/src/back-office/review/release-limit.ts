import type { StaffRole } from '@larkmere/contract/back-office/staff';
import { type Money, money } from '@larkmere/money/money';
import { convert, inverse } from '@larkmere/money/rate';
import { crossRate, latestRates } from '../../fx/rate/rate.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { releaseLimit } from './review.settings.ts';

type Limits = ReadonlyMap<StaffRole, bigint>;

const limitsByRole = async ({ tx }: Pick<Ctx, 'tx'>): Promise<Limits> =>
  new Map((await listSettings(tx, releaseLimit)).map(({ role, maxGbpMinor: most }) => [role, most]));

/**
 * The value of a payment in pounds, at the newest rate, however old: a limit of staff is no price. Without any rate it
 * counts as the highest limit, so that only the role that has it can release.
 */
async function valueInPounds(ctx: Pick<Ctx, 'tx'>, amount: Money, limits: Limits): Promise<bigint> {
  if (amount.currency === 'GBP') return amount.minor;
  return (
    await loadPoundValues(
      ctx,
      [...limits.values()].reduce((a, b) => (a > b ? a : b), 0n),
    )
  )(amount);
}

/** Values of several amounts at the newest rates. Without a rate, `unknown`. */
export async function loadPoundValues(ctx: Pick<Ctx, 'tx'>, unknown = 0n): Promise<(amount: Money) => bigint> {
  const { perEuro } = await latestRates(ctx);
  return (amount) => {
    if (amount.currency === 'GBP') return amount.minor;
    const rate = crossRate(perEuro, 'GBP', amount.currency);
    return rate ? convert(amount, inverse(rate), 'up').minor : unknown;
  };
}

export type ReleaseAuthority = Readonly<{ valueGbpMinor: bigint; roles: readonly StaffRole[] }>;

/** The roles whose limit covers the amount. One of the people who release it has one of them. */
export async function findReleaseAuthority(
  ctx: Pick<Ctx, 'tx'>,
  { currency, amountMinor }: Readonly<{ currency: Money['currency']; amountMinor: bigint }>,
): Promise<ReleaseAuthority> {
  const limits = await limitsByRole(ctx);
  const valueGbpMinor = await valueInPounds(ctx, money(currency, amountMinor), limits);
  return { valueGbpMinor, roles: [...limits].flatMap(([role, most]) => (most >= valueGbpMinor ? [role] : [])) };
}
