import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import { statesByFilter } from '@larkmere/contract/payments/payment-list';
import { type AccessKey, type AccessLevel, accessLevelFor } from '@larkmere/contract/platform/access';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { defaultText } from '@larkmere/messages/format-message';
import { type Currency, formatAmount, type Money, money, subtract } from '@larkmere/money/money';
import { type RawBuilder, sql } from 'kysely';
import type { Tx } from '../../platform/db/db.ts';
import type { CustomerActor, MemberCtx, Verb } from '../../platform/requests/verb.ts';
import { keysOf } from '../../platform/values/values.ts';
import { isUsableAccount, isUsableBankholder } from './bank-account.sql.ts';
import { type BankAccount, listOwnAccounts, requireOwnAccount } from './bank-account.ts';

type AccountHold = Readonly<{
  holdId: string;
  amount: Money;
  heldAt: Date;
  description: string | null;
  paymentId: string | null;
  paymentKind: string | null;
  /** Of a payment by one of our cards. */
  card: Readonly<{ paymentId: string; cardId: string; holderId: string }> | null;
}>;
type BalanceWithHolds = Readonly<{ balance: Money; held: Money; holds: readonly AccountHold[] }>;

/** One statement, so that the balance and its holds are consistent. */
async function selectBalanceWithHolds(tx: Tx, ledgerAccountId: bigint): Promise<BalanceWithHolds> {
  const { rows } = await sql<Row>`
    select a.currency, a.credits_posted - a.debits_posted as balance, a.debits_pending as held,
      h.op_id, h.amount, h.held_at, n.payment_id, p.kind as payment_kind, c.id as card_payment_id, c.card_id, c.holder_id,
      coalesce(n.description, nullif(concat_ws(', ', c.merchant_name, nullif(c.merchant_city, '')), '')) as description
    from ledger.account a
    left join lateral (
      select h.op_id, sum(h.amount)::bigint as amount, min(t.booked_at) as held_at
      from ledger.hold h join ledger.transfer t on t.op_id = h.op_id and t.leg = h.leg
      where h.debit_account_id = a.id group by h.op_id
    ) h on true
    left join accounting.narrative n on n.operation_id = h.op_id
    left join payment.payment p on p.id = n.payment_id
    left join card_payment.payment c on c.hold_id = h.op_id
    where a.id = ${ledgerAccountId}
    order by h.held_at, h.op_id`.execute(tx);
  const [first] = rows;
  if (!first) throw new RangeError(`no ledger account ${ledgerAccountId}`);
  const of = (minor: bigint): Money => money(first.currency, minor);
  const reservations = rows.flatMap(({ opId, amount, heldAt, description, paymentId, paymentKind, ...row }) =>
    opId === null || amount === null || heldAt === null
      ? []
      : [{ holdId: opId, amount: of(amount), heldAt, description, paymentId, paymentKind, card: cardOf(row) }],
  );
  return { balance: of(first.balance), held: of(first.held), holds: reservations };
}

const cardOf = ({ cardPaymentId, cardId, holderId }: CardColumns): AccountHold['card'] =>
  cardPaymentId === null || cardId === null || holderId === null
    ? null
    : { paymentId: cardPaymentId, cardId, holderId };

type CardColumns = Readonly<{ cardPaymentId: string | null; cardId: string | null; holderId: string | null }>;

type Row = CardColumns & {
  currency: Currency;
  balance: bigint;
  held: bigint;
  opId: string | null;
  amount: bigint | null;
  heldAt: Date | null;
  description: string | null;
  paymentId: string | null;
  paymentKind: string | null;
};

type AccountCounts = Reply<typeof contract.bankAccount.count>;

async function selectAccountCounts(tx: Tx, reader: MemberCtx['actor']): Promise<AccountCounts> {
  const { customerId } = reader;
  const own = (column: RawBuilder<unknown>) => isUsableBankholder(column, reader);
  const waiting = sql`${isUsableAccount(sql`account_id`, reader)} and customer_id = ${customerId} and state = any(${statesByFilter.wait}::text[])`;
  const { rows } = await sql<AccountCounts>`
    select count(*)::int as accounts, count(distinct currency)::int as currencies,
      (select count(*)::int from payment.payment
        where kind in ('domestic', 'internal') and ${waiting}) as pending_payments,
      (select count(*)::int from payment.payment
        where kind in ('swift', 'global_same', 'global_cross') and ${waiting}) as pending_swift,
      (select count(*)::int from payee.payee
        where customer_id = ${customerId} and status = 'pending' and deleted_at is null) as payees_waiting,
      (select count(*)::int from standing_order.occurrence c join standing_order.standing_order o on o.id = c.order_id
        where o.customer_id = ${customerId} and c.state = 'held_fx' and c.settled_at is null
          and ${own(sql`o.source_bankholder_id`)} and (o.top_up_bankholder_id is null or ${own(sql`o.top_up_bankholder_id`)})) as standing_orders_to_decide,
      (select count(*)::int from manual_fx.deal
        where customer_id = ${customerId} and state = 'quoted'
          and ${own(sql`source_bankholder_id`)} and ${own(sql`target_bankholder_id`)}) as deals_to_answer
    from bank_account.account where customer_id = ${customerId} and status <> 'closed'
      and ${own(sql`bankholder_id`)}`.execute(tx);
  const [counted] = rows;
  if (!counted) throw new Error('a count is one row');
  return counted;
}

export const listBankAccounts: Verb<typeof contract.bankAccount.list> = async (ctx) => {
  const accounts = await listOwnAccounts(ctx);
  const open = accounts.filter(({ status }) => status !== 'closed').map(toBankAccountView);
  const shown = mayReadNumbers(ctx.actor) ? open : open.map(withoutNumbers);
  return Object.fromEntries(Map.groupBy(shown, ({ currency }) => currency));
};

const rightsToNumbers: readonly AccessKey[] = ['statement', 'receive', 'payment'];

const mayReadNumbers = ({ access }: Pick<CustomerActor, 'access'>): boolean =>
  rightsToNumbers.some((key) => access.has(key));

/** A holder of a card alone needs to know which account it draws on, and nothing that lets others pay in or out. */
const withoutNumbers = (account: BankAccountView): BankAccountView => ({
  ...account,
  accountnumber: null,
  sortcode: null,
  international: null,
  reference: null,
  cardlast4: null,
  hascard: false,
  features: [],
});

type Feature = BankAccountView['features'][number];

export const toBankAccountView = (account: BankAccount): BankAccountView => ({
  uid: account.id,
  cardholderid: account.cardholderId,
  bankholderid: account.bankholderId,
  holder: account.holder,
  currency: account.currency,
  status: account.status,
  product: account.product,
  accountnumber: account.accountNumber,
  sortcode: account.sortCode,
  hascard: account.cardLast4 !== null,
  cardlast4: account.cardLast4,
  venderType: account.vendorType,
  international: internationalOf(account),
  reference: account.product === 'wallet' || account.vendorType === 'ifx' ? account.sepaReference : null,
  features: featuresOf(account),
});

function internationalOf({ iban, bic, correspondent, sepaReference }: BankAccount): BankAccountView['international'] {
  return iban && bic ? { iban, bic, correspondent, reference: sepaReference } : null;
}

/** GBP leaves by sort code and account number, every other currency by IBAN. */
function featuresOf({ status, currency, accountNumber, iban, cardLast4 }: BankAccount): Feature[] {
  if (status !== 'active') return [];
  const sends = currency === 'GBP' ? accountNumber !== null : iban !== null;
  const able: Readonly<Record<Feature, boolean>> = {
    receive: accountNumber !== null || iban !== null,
    send: sends,
    standingorder: sends,
    card: cardLast4 !== null,
  };
  return keysOf(able).filter((feature) => able[feature]);
}

type PendingCount = Exclude<keyof AccountCounts, 'accounts' | 'currencies'>;

const viewLevels: readonly AccessLevel[] = ['view', 'prepare', 'execute', 'approve'];
const answerLevels: readonly AccessLevel[] = ['prepare', 'execute'];

const requiredAccess: Readonly<Record<PendingCount, Readonly<{ key: AccessKey; levels: readonly AccessLevel[] }>>> = {
  pendingPayments: { key: 'payment', levels: viewLevels },
  pendingSwift: { key: 'swiftpending', levels: viewLevels },
  payeesWaiting: { key: 'payee', levels: viewLevels },
  standingOrdersToDecide: { key: 'standingorder', levels: answerLevels },
  dealsToAnswer: { key: 'manualfx', levels: answerLevels },
};

export const countBankAccounts: Verb<typeof contract.bankAccount.count> = async ({ tx, actor }) => {
  const counted = await selectAccountCounts(tx, actor);
  const concerned = (of: PendingCount): number => {
    const { key, levels } = requiredAccess[of];
    return actor.access.has(key) && levels.includes(accessLevelFor(actor.role, key)) ? counted[of] : 0;
  };
  return {
    accounts: counted.accounts,
    currencies: counted.currencies,
    pendingPayments: concerned('pendingPayments'),
    pendingSwift: concerned('pendingSwift'),
    payeesWaiting: concerned('payeesWaiting'),
    standingOrdersToDecide: concerned('standingOrdersToDecide'),
    dealsToAnswer: concerned('dealsToAnswer'),
  };
};

export const showBalance: Verb<typeof contract.bankAccount.balance> = async (ctx, { bankholderid }) => {
  const account = await requireOwnAccount(ctx, bankholderid);
  const { balance, held, holds } = await selectBalanceWithHolds(ctx.tx, account.ledgerAccountId);
  return {
    bankholderid,
    currency: account.currency,
    balance: formatAmount(balance),
    available: formatAmount(subtract(balance, held)),
    reserved: formatAmount(held),
    holds: holds.map((hold) => ({
      uid: hold.holdId,
      amount: formatAmount(hold.amount),
      reason: hold.description ?? defaultText('reserved_money'),
      link: linkOf(hold, ctx.actor),
      heldAt: hold.heldAt.toISOString(),
    })),
    asOf: ctx.now.toISOString(),
  };
};

function linkOf(
  { paymentId, paymentKind, card }: AccountHold,
  { role, userId, access }: Pick<CustomerActor, 'role' | 'userId' | 'access'>,
): string | null {
  if (paymentId !== null) {
    const isSwift = paymentKind !== 'domestic' && paymentKind !== 'internal';
    return isSwift && !access.has('payment')
      ? `/pending-swift-payment?payment=${paymentId}`
      : `/pending-payment-domestic/detail/${paymentId}`;
  }
  if (card === null || !(seesAllCards({ role }) || card.holderId === userId)) return null;
  return `/card?card=${card.cardId}&payment=${card.paymentId}`;
}
