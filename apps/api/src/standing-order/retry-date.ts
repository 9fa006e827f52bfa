import { audit } from '../kernel/audit.ts';
import { emit } from '../kernel/outbox.ts';
import type { Refusal } from '../kernel/refusal.ts';
import type { Ctx } from '../kernel/verb.ts';
import { type Calendar, calendarOf } from './calendar.read.ts';
import { takeDue } from './due.read.ts';
import { clockText, dayThere, momentOf } from './local-time.ts';
import { factsOf, settleDate } from './settle-date.ts';
import { changeOccurrence, type Setting, settingInForce } from './standing-order.sql.ts';
import { betweenOf, standingOrderNews } from './standing-order.ts';

const minuteMs = 60_000;

export const nextRetry = (now: Date, { zone }: Pick<Calendar, 'zone'>, { retries }: Pick<Setting, 'retries'>) =>
  retries
    .map((time) => momentOf(dayThere(now, zone), time, zone))
    .sort((a, b) => a.getTime() - b.getTime())
    .find((moment) => moment > now);

export async function retryDate(ctx: Ctx, occurrenceId: string, refusal: Refusal, also?: string): Promise<void> {
  const { tx, now } = ctx;
  const due = await takeDue(tx, { id: occurrenceId, now });
  if (!due) return;
  const { order, occurrence } = due;
  const why = { code: refusal.code, text: [textOf(refusal), also].filter(Boolean).join(' ') };
  const attempts = occurrence.attempts + 1;
  const calendar = await calendarOf(tx, betweenOf(order));
  const again = nextRetry(now, calendar, await settingInForce(tx, now));
  const news = { ...factsOf(order, occurrence), message: why.text };
  if (again) {
    const state = { state: 'retrying', attempts, next_try_at: again, why_code: why.code, why: why.text };
    await changeOccurrence(tx, occurrence.id, state);
    await emit(ctx, standingOrderNews, { ...news, step: 'retrying', again: clockText(again, calendar.zone) });
    await audit(ctx, 'standing-order.retried', `standing-order:${order.id}`, { day: occurrence.day, code: why.code });
    return;
  }
  await changeOccurrence(tx, occurrence.id, { attempts });
  await emit(ctx, standingOrderNews, { ...news, step: 'failed' });
  await settleDate(ctx, order, occurrence, { state: 'failed', why });
}

/** Our own errors postpone the date by a minute without counting an attempt or notifying the customer. */
export const putOffDate = ({ tx, now }: Ctx, occurrenceId: string): Promise<void> =>
  changeOccurrence(tx, occurrenceId, { next_try_at: new Date(now.getTime() + minuteMs) });

/** The refusal's text addresses somebody about to pay; no one is present at a retry. */
function textOf({ code, message, data }: Refusal): string {
  if (code !== 'insufficient_funds' || !data) return message;
  const { available, needed, currency } = data;
  return `There were ${available} ${currency} available, and ${needed} ${currency} were needed. Nothing was sent.`;
}
