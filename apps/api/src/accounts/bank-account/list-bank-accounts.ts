import type { BankAccountView } from '@larkmere/contract/accounts/bank-account';
import { seesAllCards } from '@larkmere/contract/cards/issued-card-rules';
import type { contract } from '@larkmere/contract/contract';
import { type AccessKey, type AccessLevel, accessLevelFor } from '@larkmere/contract/platform/access';
import type { Reply } from '@larkmere/contract/platform/endpoint';
import { defaultText } from '@larkmere/messages/format-message';
import { formatAmount, subtract } from '@larkmere/money/money';
import type { CustomerActor, Verb } from '../../platform/requests/verb.ts';
import { keysOf } from '../../platform/values/values.ts';
import { type AccountHold, selectAccountCounts, selectBalanceWithHolds } from './bank-account.read.ts';
import { type BankAccount, listOwnAccounts, requireOwnAccount } from './bank-account.ts';

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

type AccountCounts = Reply<typeof contract.bankAccount.count>;
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
  { paymentId, card }: AccountHold,
  { role, userId }: Pick<CustomerActor, 'role' | 'userId'>,
): string | null {
  if (paymentId !== null) return `/pending-payment-domestic/detail/${paymentId}`;
  if (card === null || !(seesAllCards({ role }) || card.holderId === userId)) return null;
  return `/card?card=${card.cardId}&payment=${card.paymentId}`;
}
