import type { contract } from '@larkmere/contract/contract';
import type { KycRequestReason } from '@larkmere/contract/customers/kyc-event';
import type { KycItemKey } from '@larkmere/contract/customers/kyc-requirements';
import type {
  Comparison,
  MissingRequirement,
  UpgradeForStaff,
  UpgradeView,
} from '@larkmere/contract/customers/upgrade';
import type { MoneyView } from '@larkmere/contract/platform/fields';
import { defaultText } from '@larkmere/messages/format-message';
import { toDisplayedRate } from '@larkmere/money/displayed-rate';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { sql } from 'kysely';
import { type Price, spotPrice, type Tier } from '../../fx/conversion/conversion.ts';
import type { Tx } from '../../platform/db/db.ts';
import { findTimelines } from '../../platform/lifecycle/change-state.ts';
import { pendingStatus } from '../../platform/lifecycle/lifecycle.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { CustomerActor, CustomerCtx, Verb } from '../../platform/requests/verb.ts';
import { getServiceAvailability } from '../../reference/service-availability/service-availability.ts';
import { customerSummaries, findCustomer } from '../customer/customer.ts';
import { itemTitle, reasonText } from '../kyc/kyc.ts';
import { findLastRequest, findOpenRequests, type RequestRow } from './upgrade.sql.ts';
import { upgradeLifecycle } from './upgrade-lifecycle.ts';

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

/** The upgrade changes the customer's contract, so only the owner may request it. */
export const canRequestUpgrade = ({ role }: CustomerActor): boolean => role === 'owner';

export async function isUpgradeOffered({ tx, actor }: CustomerCtx): Promise<boolean> {
  const customer = await findCustomer(tx, actor.customerId);
  return customer?.kind === 'wallet' && customer.featureUpgrade;
}

async function viewUpgrades(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeView[]> {
  const ids = rows.map(({ id }) => id);
  const timelines = await findTimelines(tx, upgradeLifecycle, ids);
  return rows.map((row) => ({
    uid: row.id,
    reference: row.reference,
    state: row.state,
    reason: row.reason,
    waiting: pendingStatus(upgradeLifecycle, row.state, row),
    timeline: timelines.get(row.id) ?? [],
    createdAt: row.createdAt.toISOString(),
  }));
}

export async function viewUpgrade(tx: Tx, row: RequestRow): Promise<UpgradeView> {
  const [view] = await viewUpgrades(tx, [row]);
  if (!view) throw new Error(`request ${row.id} has no view`);
  return view;
}

export async function viewForStaff(tx: Tx, rows: readonly RequestRow[]): Promise<UpgradeForStaff[]> {
  const owners = await customerSummaries(
    tx,
    rows.map(({ customerId }) => customerId),
  );
  const views = await viewUpgrades(tx, rows);
  return rows.flatMap(({ customerId, concerns }, i) => {
    const [view, owner] = [views[i], owners.get(customerId)];
    if (!view || !owner) return [];
    const { name: customer, memberCode } = owner;
    return [{ ...view, customer, memberCode, concerns }];
  });
}

const maxResults = 100;

export const showWorkQueue: Verb<typeof contract.upgrade.workQueue> = async (ctx) => {
  return { list: await viewForStaff(ctx.tx, await findOpenRequests(ctx.tx, maxResults)) };
};

type UpgradeReadiness = Readonly<{
  hasAddress: boolean;
  open: readonly Readonly<{
    level: string;
    key: KycItemKey;
    state: MissingRequirement['state'];
    reason: KycRequestReason | null;
  }>[];
}>;

async function findReadiness(tx: Tx, customerId: string): Promise<UpgradeReadiness> {
  const { rows } = await sql<UpgradeReadiness>`
    select c.address is not null as has_address,
      coalesce((select jsonb_agg(jsonb_build_object('level', a.level, 'key', i.key, 'state', i.state, 'reason', i.reason) order by i.position)
        from kyc.application a join kyc.item i on i.application_id = a.id and i.person_id is null
        where a.customer_id = c.id and i.state <> 'verified' and i.reason is distinct from 'confirm_again'), '[]'::jsonb) as open
    from customer.customer c where c.id = ${customerId}`.execute(tx);
  return rows[0] ?? { hasAddress: false, open: [] };
}

/** Nothing is missing any more, or the time to send it is over. */
export const isDueForEvaluation = sql<boolean>`state = 'kyc_gap' and (deadline_at <= now() or exists (
  select from customer.customer c where c.id = request.customer_id and c.address is not null and not exists (
    select from kyc.application a join kyc.item i on i.application_id = a.id
      left join kyc.person p on p.id = i.person_id
    where a.customer_id = c.id and p.membership_id is null and i.state <> 'verified' and i.reason is distinct from 'confirm_again')))`;

type LastConversion = Readonly<{ sell: Currency; buy: Currency; sellMinor: bigint; executedAt: Date }>;

async function findLastConversion(tx: Tx, customerId: string): Promise<LastConversion | undefined> {
  const { rows } = await sql<LastConversion>`
    select sell, buy, sell_minor, made_at as executed_at from fx.conversion
    where customer_id = ${customerId} order by made_at desc, id desc limit 1`.execute(tx);
  return rows[0];
}
