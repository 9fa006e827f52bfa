import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, readAmount, subtract } from '@larkmere/money/money';
import { emit } from '../../platform/events/outbox.ts';
import { audit } from '../../platform/requests/audit.ts';
import type { Refusal } from '../../platform/requests/refusal.ts';
import type { Ctx } from '../../platform/requests/verb.ts';
import { requireSetting } from '../../platform/settings/setting.ts';
import { type Calendar, loadCalendar } from './calendar.read.ts';
import { closeOccurrence, toEventDetails } from './close-occurrence.ts';
import { lockDueOccurrence } from './due-occurrence.read.ts';
import { formatLocalTime, localDay, zonedTimeToUtc } from './local-time.ts';
import { type StandingOrderSetting, standingOrderSetting } from './standing-order.settings.ts';
import { updateOccurrence } from './standing-order.sql.ts';
import { standingOrderUpdated, toCurrencyPair } from './standing-order.ts';

const minuteMs = 60_000;

export const nextRetryAt = (
  now: Date,
  { zone }: Pick<Calendar, 'zone'>,
  { retries }: Pick<StandingOrderSetting, 'retries'>,
) =>
  retries
    .map((time) => zonedTimeToUtc(localDay(now, zone), time, zone))
    .sort((a, b) => a.getTime() - b.getTime())
    .find((moment) => moment > now);

export async function retryOccurrence(ctx: Ctx, occurrenceId: string, refusal: Refusal, also?: string): Promise<void> {
  const { tx, now } = ctx;
  const due = await lockDueOccurrence(tx, { id: occurrenceId, now });
  if (!due) return;
  const { order, occurrence } = due;
  const why = { code: refusal.code, text: [unattendedMessage(refusal), also].filter(Boolean).join(' ') };
  const attempts = occurrence.attempts + 1;
  const calendar = await loadCalendar(tx, toCurrencyPair(order));
  const again = nextRetryAt(now, calendar, await requireSetting(tx, standingOrderSetting, {}, now));
  const news = { ...toEventDetails(order, occurrence), message: why.text };
  if (again) {
    const failure = { failureCode: why.code, failureReason: why.text };
    await updateOccurrence(tx, occurrence.id, { state: 'retrying', attempts, nextAttemptAt: again, ...failure });
    const retryTime = formatLocalTime(again, calendar.zone);
    await emit(ctx, standingOrderUpdated, { ...news, step: 'retrying', retryTime });
    await audit(ctx, 'standing-order.retried', `standing-order:${order.id}`, { day: occurrence.day, code: why.code });
    return;
  }
  await updateOccurrence(tx, occurrence.id, { attempts });
  await emit(ctx, standingOrderUpdated, { ...news, step: 'failed' });
  await closeOccurrence(ctx, order, occurrence, { state: 'failed', why });
}

/** Our own errors postpone the date by a minute without counting an attempt or notifying the customer. */
export const postponeOccurrence = ({ tx, now }: Ctx, occurrenceId: string): Promise<void> =>
  updateOccurrence(tx, occurrenceId, { nextAttemptAt: new Date(now.getTime() + minuteMs) });

/** The refusal's text addresses a person about to pay; at a retry nobody is present. */
function unattendedMessage({ code, message, data }: Refusal): string {
  if (code !== 'insufficient_funds' || !data) return message;
  const currency = data.currency as Currency;
  const [needed, available] = [data.needed, data.available].map((text) => readAmount(currency, String(text)));
  if (!needed || !available) return message;
  return defaultText('standing_order_short', { available, needed, missing: subtract(needed, available) });
}
