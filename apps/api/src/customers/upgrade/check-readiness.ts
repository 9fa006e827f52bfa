import type { contract } from '@larkmere/contract/contract';
import type { Comparison, MissingRequirement } from '@larkmere/contract/customers/upgrade';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { type Price, spotPrice, type Tier } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { itemTitle, reasonText } from '../kyc/kyc.ts';
import { findLastConversion, findReadiness } from './upgrade.read.ts';
import { findLastRequest } from './upgrade.sql.ts';
import { viewUpgrade } from './upgrade.view.ts';
import { canRequestUpgrade, isUpgradeOffered } from './upgrade-permission.ts';

export const checkReadiness: Verb<typeof contract.upgrade.readiness> = async (ctx) => {
  const missing = await findMissingRequirements(ctx.tx, ctx.actor.customerId);
  const request = await findLastRequest(ctx.tx, ctx.actor.customerId);
  return {
    ready: missing.length === 0,
    missing,
    offered: await isOffered(ctx),
    canRequest: canRequestUpgrade(ctx.actor),
    comparison: await compareRates(ctx),
    upgrade: request ? await viewUpgrade(ctx.tx, request) : null,
  };
};

const isOffered = async (ctx: CustomerCtx): Promise<boolean> =>
  (await isUpgradeOffered(ctx)) && (await getServiceAvailability(ctx.tx, 'wallet.upgrade')).isAvailable;

type ComparedConversion = Readonly<{ sell: Currency; buy: Currency; amount: Money; executedAt: Date | null }>;

const exampleConversion: ComparedConversion = {
  sell: 'GBP',
  buy: 'THB',
  amount: money('GBP', 100_000n),
  executedAt: null,
};

async function compareRates(ctx: CustomerCtx): Promise<Comparison | null> {
  const { sell, buy, amount, executedAt } = await conversionToCompare(ctx);
  const priced = (tier: Tier) => spotPrice(ctx, { tier, side: 'sell', sell, buy, amount });
  try {
    const { price: wallet, terms } = await priced('wallet');
    const { price: plus } = await priced('plus');
    return {
      sell,
      buy,
      sellAmount: toMoneyView(amount),
      executedAt: executedAt?.toISOString() ?? null,
      offHours: terms.closed !== undefined,
      wallet: viewTier(wallet),
      plus: viewTier(plus),
      saving: toMoneyView(subtract(plus.buy, wallet.buy)),
    };
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

async function conversionToCompare({ tx, actor }: CustomerCtx): Promise<ComparedConversion> {
  const last = await findLastConversion(tx, actor.customerId);
  if (!last) return exampleConversion;
  const [sell, buy] = [last.sell, last.buy];
  return { sell, buy, amount: money(sell, last.sellMinor), executedAt: last.executedAt };
}

const toMoneyView = (value: Money): MoneyView => ({ amount: formatAmount(value), currency: value.currency });

function viewTier({ rate, fee, buy }: Price): Comparison['plus'] {
  return {
    displayedRate: toDisplayedRate(rate),
    fee: toMoneyView(fee),
    buyAmount: toMoneyView(buy),
  };
}

const addressRequirement: MissingRequirement = {
  key: 'address',
  title: defaultText('upgrade_address_title'),
  state: 'not_provided',
  reason: defaultText('upgrade_address_reason'),
};

/** Approval of these takes the address over. */
const addressItems: readonly string[] = ['personal_details', 'company'];

export async function findMissingRequirements(tx: Tx, customerId: string): Promise<MissingRequirement[]> {
  const { hasAddress, open } = await findReadiness(tx, customerId);
  const missing = open.map(({ level, key, state, reason }) => ({
    key,
    title: itemTitle(level, key),
    state,
    reason: reason === null ? null : reasonText(reason),
  }));
  const isProving = open.some(({ key }) => addressItems.includes(key));
  return [...missing, ...(hasAddress || isProving ? [] : [addressRequirement])];
}
