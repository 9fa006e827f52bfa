import type { contract } from '@larkmere/contract/contract';
import { formatMessage } from '@larkmere/messages/format-message';
import { defaultLanguage } from '@larkmere/messages/languages';
import { message } from '@larkmere/messages/message';
import { formatAmount, isCurrency, minorDigits, money } from '@larkmere/money/money';
import { hasSwift } from '../../customers/customer/customer.ts';
import { requireTradingPermission } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { supportedPayeeTypes, swiftRoute } from '../pricing/pricing.ts';
import { selectSwiftCurrencies } from './swift-currency.sql.ts';

const names = new Intl.DisplayNames('en', { type: 'currency' });

export const listCurrencies: Verb<typeof contract.globalPayment.currencies> = async ({ tx, actor }) => {
  const { service, currencies } = await listSwiftCurrencies(tx, actor.userType);
  const off = (await hasSwift(tx, actor.customerId))
    ? undefined
    : formatMessage(defaultLanguage, message('swift_not_enabled'));
  return currencies.flatMap((row) =>
    isCurrency(row.currency)
      ? {
          code: row.currency,
          name: names.of(row.currency) ?? row.currency,
          minorUnits: minorDigits[row.currency],
          min: formatAmount(money(row.currency, row.minMinor)),
          max: formatAmount(money(row.currency, row.maxMinor)),
          chargeTypes: ['SHA' as const, 'OUR' as const],
          cutoff: row.closes === null ? null : { time: row.closes, zone: row.timeZone },
          valueDays: row.days,
          requirements: [...supportedPayeeTypes('swift')],
          enabled: service.isAvailable && off === undefined,
          message: off ?? (service.isAvailable ? null : service.message),
        }
      : [],
  );
};

async function listSwiftCurrencies(tx: Tx, tier: 'plus' | 'wallet') {
  const { message: notice, ...service } = await getServiceAvailability(tx, swiftRoute.serviceKey);
  return {
    service: { ...service, message: notice ?? formatMessage(defaultLanguage, message('service_off')) },
    currencies: await selectSwiftCurrencies(tx, tier),
  };
}

export const showAvailability: Verb<typeof contract.globalPayment.isActive> = async (ctx) => {
  try {
    await requireTradingPermission(ctx, 'payment.crosscurrency');
    return { active: true, mode: 'on', message: null, until: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const until = error.data?.until;
    return { active: false, mode: 'off', message: error.message, until: typeof until === 'string' ? until : null };
  }
};
