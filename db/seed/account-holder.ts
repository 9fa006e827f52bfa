import type { AccountId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { openBankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { openWallet } from '../../apps/api/src/accounts/wallet/wallet.ts';
import type { Customer, User } from '../../apps/api/src/customers/customer/customer.ts';
import type { Tx } from '../../apps/api/src/platform/db/db.ts';
import { type Day, daysAfter, londonTime } from './calendar.ts';
import { holdings, type NewHoldings } from './holdings.ts';
import { type Check, type NewPayee, payees } from './payees.ts';
import { type Random, randomFrom } from './random.ts';

export type MoneyAccount = Readonly<{
  accountId: string | null;
  bankholderId: string;
  ledgerAccountId: AccountId;
  sortCode: string | null;
  accountNumber: string | null;
}>;
export type SeededPayee = NewPayee & Readonly<{ id: string; version: number; nameCheckId: string | null }>;

export type AccountHolder = Readonly<{
  customer: Customer;
  person: User;
  moneyAccounts: ReadonlyMap<Currency, MoneyAccount>;
  payees: ReadonlyMap<string, SeededPayee>;
  random: Random;
}>;

export function requireValue<T>(found: T | undefined, what: string): T {
  if (found === undefined) throw new Error(`the seed has no ${what}`);
  return found;
}

export async function openHolder(
  tx: Tx,
  { customer, person }: Pick<AccountHolder, 'customer' | 'person'>,
  today: Day,
): Promise<AccountHolder> {
  const random = randomFrom(`holder ${person.username}`);
  const openedAt = londonTime(daysAfter(today, -366), '10:05');
  const purses = await openAccounts(tx, customer, holdings[person.username] ?? {}, openedAt);
  const known: [string, SeededPayee][] = [];
  for (const payee of payees[person.username] ?? []) {
    const at = londonTime(daysAfter(today, -(payee.daysAgo ?? 365)), `12:${10 + known.length}`);
    known.push([payee.name, await savePayee(tx, { customer, person }, payee, at, random)]);
  }
  return { customer, person, moneyAccounts: purses, payees: new Map(known), random };
}

async function openAccounts(
  tx: Tx,
  { id: customerId, name: holder }: Customer,
  { accounts = [], wallets = [] }: NewHoldings,
  openedAt: Date,
): Promise<Map<Currency, MoneyAccount>> {
  const purses = new Map<Currency, MoneyAccount>();
  for (const newAccount of accounts) {
    const account = await openBankAccount(tx, { ...newAccount, customerId, holder, openedAt });
    purses.set(account.currency, { ...account, accountId: account.id });
  }
  for (const newWallet of wallets) {
    const wallet = await openWallet(tx, { ...newWallet, customerId, openedAt });
    purses.set(wallet.currency, { ...wallet, accountId: null, sortCode: null, accountNumber: null });
  }
  return purses;
}

const minuteMs = 60_000;

async function savePayee(
  tx: Tx,
  { customer, person }: Pick<AccountHolder, 'customer' | 'person'>,
  payee: NewPayee,
  at: Date,
  random: Random,
): Promise<SeededPayee> {
  const nameCheckId = payee.check ? await saveCheck(tx, { customer, person }, payee, payee.check, at, random) : null;
  const id = random.idAt(at);
  const version = payee.nickname === undefined ? 1 : 2;
  await tx
    .insertInto('payee.payee')
    .values({
      id,
      customerId: customer.id,
      version,
      type: payee.type,
      currency: payee.currency,
      entityType: payee.entityType,
      name: payee.name,
      nickname: payee.nickname ?? null,
      details: JSON.stringify(payee.details),
      account: payee.account,
      defaultReference: payee.defaultReference ?? null,
      favourite: payee.favourite ?? false,
      status: payee.status ?? 'approved',
      reasonCode: reasonCodeOf(payee),
      reason: payee.reason ?? null,
      nameCheckId,
      createdBy: person.id,
      createdAt: at,
      accountSetAt: at,
    })
    .execute();
  const known = { ...payee, id, version, nameCheckId };
  await saveVersions(tx, known, person.id, at);
  return known;
}

async function saveCheck(
  tx: Tx,
  { customer, person }: Pick<AccountHolder, 'customer' | 'person'>,
  payee: NewPayee,
  check: Check,
  at: Date,
  random: Random,
): Promise<string> {
  const requestedAt = new Date(at.getTime() - minuteMs);
  const nameCheckId = random.idAt(requestedAt);
  await tx
    .insertInto('payee.name_check')
    .values({
      id: nameCheckId,
      customerId: customer.id,
      userId: person.id,
      scheme: payee.type === 'eur' ? 'vop' : 'cop',
      result: check.result,
      code: check.code,
      actualName: check.actualName ?? null,
      partnerCheckId: random.idAt(requestedAt),
      name: payee.name,
      entityType: payee.entityType,
      payeeType: payee.type,
      account: payee.account,
      requestedAt,
      expiresAt: new Date(requestedAt.getTime() + 30 * minuteMs),
    })
    .execute();
  return nameCheckId;
}

const reasonCodeOf = ({ status }: NewPayee) =>
  status === 'reject' ? 'bank_details_invalid' : status === 'pending' ? 'compliance' : null;

async function saveVersions(tx: Tx, payee: SeededPayee, userId: string, at: Date): Promise<void> {
  const final = {
    type: payee.type,
    currency: payee.currency,
    entityType: payee.entityType,
    name: payee.name,
    nickname: payee.nickname ?? null,
    details: payee.details,
    account: payee.account,
    defaultReference: payee.defaultReference ?? null,
    favourite: payee.favourite ?? false,
    status: payee.status ?? 'approved',
    reasonCode: reasonCodeOf(payee),
    reason: payee.reason ?? null,
    nameCheckId: payee.nameCheckId,
  };
  const states = payee.version === 1 ? [final] : [{ ...final, nickname: null, favourite: false }, final];
  const rows = states.map((details, index) => ({
    payeeId: payee.id,
    version: index + 1,
    details: JSON.stringify(details),
    changedBy: userId,
    changedAt: new Date(at.getTime() + index * 60 * minuteMs),
  }));
  await tx.insertInto('payee.version').values(rows).execute();
}
