import type { contract } from '@larkmere/contract/contract';
import { stoppingPoints, type Tile } from '@larkmere/contract/manage';
import { formatAmount, money } from '@larkmere/money/money';
import type { Verb } from '../kernel/verb.ts';
import { type Waiting, waitingAt } from './staff.read.ts';

const titles: Readonly<Record<Tile['key'], string>> = {
  payments_at_bank: 'Payments waiting for the bank',
  payments_held: 'Payments held for extra checks',
  credits_without_owner: 'Credits without an owner',
  payments_contradicted: 'Contradictory bank answers in 24 hours',
  deliveries_failing: 'Deliveries that keep failing',
  identity_checks: 'Identity checks to look at',
  pins_locked: 'Locked PINs',
};

export const showDashboard: Verb<typeof contract.manage.dashboard> = async ({ tx }) => {
  const waiting = await waitingAt(tx);
  return stoppingPoints.map((key) =>
    tileOf(
      key,
      waiting.filter(({ point }) => point === key),
    ),
  );
};

const tileOf = (key: Tile['key'], waiting: readonly Waiting[]): Tile => ({
  key,
  title: titles[key],
  count: waiting.reduce((sum, { count }) => sum + count, 0),
  oldestMinutes: waiting.length === 0 ? null : Math.max(...waiting.map(({ oldestMinutes }) => oldestMinutes)),
  value: waiting.flatMap(({ currency, minor }) =>
    currency && minor !== null ? [{ amount: formatAmount(money(currency, minor)), currency }] : [],
  ),
  link: null,
});
