import type { contract } from '@larkmere/contract/contract';
import { refusals } from '@larkmere/contract/refusals';
import { formatAmount, isCurrency, minorDigits, money } from '@larkmere/money/money';
import { hasSwift } from '../customer/customer.ts';
import type { Verb } from '../kernel/verb.ts';
import { swiftCurrencies, typesPaidBySwift } from '../payment/payment.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

export const listCurrencies: Verb<typeof contract.globalPayment.currencies> = async ({ tx, actor }) => {
  const { service, currencies } = await swiftCurrencies(tx, actor.userType);
  const off = (await hasSwift(tx, actor.customerId)) ? undefined : refusals.swift_not_enabled.message;
  return currencies.flatMap((row) =>
    isCurrency(row.currency)
      ? {
          code: row.currency,
          name: names.of(row.currency) ?? row.currency,
          minorUnits: minorDigits[row.currency],
          min: formatAmount(money(row.currency, row.least_minor)),
          max: formatAmount(money(row.currency, row.most_minor)),
          chargeTypes: ['SHA' as const, 'OUR' as const],
          cutoff: row.closes === null ? null : { time: row.closes, zone: row.time_zone },
          valueDays: row.days,
          requirements: [...typesPaidBySwift],
          enabled: service.isOn && off === undefined,
          message: off ?? (service.isOn ? null : service.message),
        }
      : [],
  );
};
