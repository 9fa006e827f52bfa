import type { contract } from '@larkmere/contract/contract';
import { money, readAmount } from '@larkmere/money/money';
import type { Verb } from '../kernel/verb.ts';
import { askedByCurrency } from '../payment/payment.ts';
import { calendarOf } from './calendar.read.ts';
import { earliestDay } from './read-terms.ts';
import { firstDay, nextDates } from './schedule.ts';
import { settingInForce } from './standing-order.sql.ts';
import { wireDate } from './standing-order.view.ts';
import { exactAllowed } from './way.ts';

const shown = 6;

export const previewDates: Verb<typeof contract.standingOrder.preview> = async ({ tx, now, actor }, input) => {
  const { frequency, startDate, nonWorkingDay, endDate, endCount, currency, abroad = false } = input;
  const { zone, holidays } = await calendarOf(tx, { account: input.accountCurrency ?? currency, payee: currency });
  const amount = readAmount(currency, input.amount ?? '') ?? money(currency, 1n);
  const paid = { tier: actor.userType, vendorType: 'other', amount };
  const { first_try, retries } = await settingInForce(tx, now);
  const first = firstDay({ frequency, startDate }, holidays);
  const end =
    endCount !== undefined
      ? ({ kind: 'count', count: endCount } as const)
      : endDate !== undefined
        ? ({ kind: 'date', date: endDate } as const)
        : ({ kind: 'never' } as const);
  const dates = nextDates({ frequency, first, end, nonWorkingDay }, 0, shown + 1, holidays);
  return {
    dates: dates.slice(0, shown).map(wireDate),
    more: dates.length > shown,
    earliest: earliestDay(now, { zone }),
    exactAllowed: await exactAllowed(tx, abroad ? 'abroad' : 'home', paid),
    asks: (await askedByCurrency(tx, [currency], abroad)).get(currency) ?? [],
    zone,
    firstTry: first_try.slice(0, 5),
    retries: retries.map((time) => time.slice(0, 5)),
  };
};
