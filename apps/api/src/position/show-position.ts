import type { contract } from '@larkmere/contract/contract';
import { isZero, type Money, money, zero } from '@larkmere/money/money';
import { Refusal } from '../kernel/refusal.ts';
import { requireRole } from '../kernel/require-role.ts';
import type { Verb } from '../kernel/verb.ts';
import { askedMinor, latestCovers, latestRevaluation } from './position.sql.ts';
import { home, positions } from './position.ts';
import { viewCover, wire } from './position.view.ts';
import { valuePosition } from './value-position.ts';

const mostCovers = 20;

export const showPosition: Verb<typeof contract.position.show> = async (ctx) => {
  const { tx, now } = ctx;
  requireRole(ctx.actor, 'dealer', 'finance', 'auditor');
  const held = await positions(tx);
  const valued = await valuePosition(ctx).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === 'rate_unavailable') return undefined;
    throw error;
  });
  const worthOf = (position: Money): Money | undefined =>
    isZero(position) ? zero(home) : valued?.lines.find((line) => line.position.currency === position.currency)?.value;
  const lines = [];
  for (const position of held) {
    const { currency, minor } = position;
    const value = worthOf(position);
    const free = money(currency, minor - (await askedMinor(tx, currency)));
    lines.push({ currency, position: wire(position), free: wire(free), value: value ? wire(value) : null });
  }
  const last = await latestRevaluation(tx);
  return {
    at: now.toISOString(),
    lines,
    total: valued ? wire(valued.total) : null,
    revaluation: last
      ? { day: last.day, total: wire(money(home, last.total_minor)), change: wire(money(home, last.change_minor)) }
      : null,
    covers: (await latestCovers(tx, mostCovers)).map(viewCover),
  };
};
