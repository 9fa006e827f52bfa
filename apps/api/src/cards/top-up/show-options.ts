import type { CardFunding } from '@larkmere/contract/cards/card';
import type { contract } from '@larkmere/contract/contract';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { Tx } from '../../platform/db/db.ts';
import type { Verb } from '../../platform/requests/verb.ts';
import { listSettings } from '../../platform/settings/setting.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import type { CardProcessor } from '../card/card.ts';
import { topUpRule } from './top-up.settings.ts';
import { sumToday } from './top-up.sql.ts';

/** Kinds of card that are accepted in at least one currency. */
export async function listAcceptedFunding(tx: Tx): Promise<readonly CardFunding[]> {
  const rules = await listSettings(tx, topUpRule);
  return [...new Set(rules.flatMap(({ acceptedFunding }) => acceptedFunding))];
}

export const showOptions =
  (processor: CardProcessor, site: string): Verb<typeof contract.topUp.options> =>
  async ({ tx, actor, now }) => {
    const rules = await listSettings(tx, topUpRule);
    const used = await sumToday(tx, actor.customerId);
    const { isAvailable: available } = await getServiceAvailability(tx, 'wallet.topup', actor.customerId);
    return {
      available,
      prices: rules.map((rule) => {
        const currency: Currency = rule.currency;
        const sum = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
        const left = rule.perDayMinor - (used.get(currency) ?? 0n);
        return {
          currency,
          feeBps: rule.feeBps,
          minimum: sum(rule.minMinor),
          maximum: sum(rule.maxMinor),
          leftToday: sum(left > 0n ? left : 0n),
          acceptedFunding: rule.acceptedFunding,
        };
      }),
      cardFormUrl: processor.formUrl(new URL(site).origin, now),
    };
  };
