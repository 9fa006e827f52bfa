import type { CardOffer, DeliveryAddress } from '@larkmere/contract/cards/issued-card';
import { designs } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import { formatAmount, money } from '@larkmere/money/money';
import { type BankAccount, findBankAccount, listOwnAccounts } from '../../accounts/bank-account/bank-account.ts';
import { findCustomer } from '../../customers/customer/customer.ts';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { readSetting, requireSetting } from '../../platform/settings/setting.ts';
import { londonDay } from '../../platform/time/london-day.ts';
import { isHolder, managesCards, requireVisibleCard, visibleCards } from './card-access.ts';
import { type CardRule, defaultsOf, viewLimits, withinRule } from './card-limits.ts';
import { type RegisteredAddress, selectAddress, selectCardPeople } from './issued-card.read.ts';
import { cardRule, cardSetting } from './issued-card.settings.ts';
import { type IssuedCard, statesInUse } from './issued-card.sql.ts';
import { viewCard, viewCards, viewPerson } from './view-card.ts';

/** Cards in use first, then those that ended within this time. */
const displayDays = 90;

export const listIssuedCards: Verb<typeof contract.issuedCard.list> = async (ctx) => {
  const since = new Date(ctx.now.getTime() - displayDays * 86_400_000);
  const shown = (await visibleCards(ctx)).filter(({ endedAt }) => endedAt === null || endedAt > since);
  const own = (card: IssuedCard): number => (card.holderId === ctx.actor.userId ? 0 : 1);
  const place = (card: IssuedCard): number => (isInUse(card) ? 0 : 2) + own(card);
  const list = await viewCards(
    ctx,
    shown.toSorted((one, other) => place(one) - place(other)),
  );
  return { list, canOrder: managesCards(ctx.actor) && (await isCardOffered(ctx.tx, ctx.actor.customerId)) };
};

const isInUse = ({ state }: IssuedCard): boolean => (statesInUse as readonly string[]).includes(state);

export const showIssuedCard: Verb<typeof contract.issuedCard.show> = async (ctx, { id }) =>
  viewCard(ctx, await requireVisibleCard(ctx, id));

export const showCardOptions: Verb<typeof contract.issuedCard.options> = async (ctx) => {
  const { tx, actor, now } = ctx;
  const manages = managesCards(actor);
  const people = (await selectCardPeople(tx, actor.customerId)).filter(
    ({ userId }) => manages || userId === actor.userId,
  );
  const setting = await requireSetting(tx, cardSetting, {});
  return {
    offers: await offersFor(ctx),
    people: people.map((person) => viewPerson(person, actor)),
    designs: [...designs],
    address: toDeliveryAddress(await selectAddress(tx, actor.customerId)),
    delivery: {
      earliest: weekdaysAfter(now, setting.deliveryDaysMin),
      latest: weekdaysAfter(now, setting.deliveryDaysMax),
    },
    canSetHighest: manages,
  };
};

async function offersFor(ctx: CustomerCtx): Promise<CardOffer[]> {
  const offers: CardOffer[] = [];
  for (const account of await accountsFor(ctx)) {
    if (account.product !== 'bank' || account.status !== 'active') continue;
    const rule = await readSetting(ctx.tx, cardRule, { currency: account.currency });
    if (rule) offers.push(toOffer(account, rule));
  }
  return offers;
}

/** People who only replace their own cards need no more than the accounts of these. */
async function accountsFor(ctx: CustomerCtx): Promise<BankAccount[]> {
  if (managesCards(ctx.actor)) return listOwnAccounts(ctx);
  const held = (await visibleCards(ctx)).filter((card) => isHolder(card, ctx.actor));
  const ids = new Set(held.map(({ accountId }) => accountId));
  const accounts = await Promise.all([...ids].map((id) => findBankAccount(ctx.tx, id)));
  return accounts.filter((account) => account !== undefined);
}

function toOffer({ bankholderId, currency, accountNumber, iban }: BankAccount, rule: CardRule): CardOffer {
  const fee = (minor: bigint) => ({ amount: formatAmount(money(currency, minor)), currency });
  return {
    bankholderid: bankholderId,
    currency,
    accountEnding: (accountNumber ?? iban ?? bankholderId).slice(-4),
    fees: {
      virtual: fee(rule.virtualFeeMinor),
      physical: fee(rule.physicalFeeMinor),
      replacement: fee(rule.replacementFeeMinor),
    },
    limits: viewLimits(currency, defaultsOf(rule)),
    highest: viewLimits(currency, withinRule(rule, undefined)),
  };
}

function toDeliveryAddress(address: RegisteredAddress | null): DeliveryAddress | null {
  if (!address) return null;
  const line1 = [address.buildingNumber, address.street].filter(Boolean).join(' ').slice(0, 40);
  return {
    line1,
    city: address.town.slice(0, 40),
    postcode: (address.postCode ?? '').slice(0, 12),
    country: address.country,
  };
}

/** An estimate: the post does not carry on weekends, and bank holidays are not counted. */
function weekdaysAfter(now: Date, days: number): string {
  let day = now;
  for (let left = days; left > 0; ) {
    day = new Date(day.getTime() + 86_400_000);
    if (![0, 6].includes(new Date(londonDay(day)).getUTCDay())) left -= 1;
  }
  return londonDay(day);
}

/** As the session says: a Plus customer whose account has the feature, while cards are offered at all. */
export async function isCardOffered(tx: Tx, customerId: string): Promise<boolean> {
  const customer = await findCustomer(tx, customerId);
  if (customer?.kind !== 'plus' || !customer.featureCard) return false;
  return (await requireSetting(tx, cardSetting, {})).isOffered;
}
