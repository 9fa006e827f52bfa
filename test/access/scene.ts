import { createHash, randomUUID } from 'node:crypto';
import type { PaymentState } from '@larkmere/contract/payments/payment';
import type { AccessKey } from '@larkmere/contract/platform/access';
import { hold } from '@larkmere/ledger/transfer';
import type { OperationId } from '@larkmere/ledger/types';
import type { Currency } from '@larkmere/money/money';
import { sql } from 'kysely';
import { v7 } from 'uuid';
import { firmAccountId } from '../../apps/api/src/accounting/chart-of-accounts/chart-of-accounts.ts';
import type { BankAccount } from '../../apps/api/src/accounts/bank-account/bank-account.ts';
import { issueAccountLetter } from '../../apps/api/src/accounts/letter/issue-letter.ts';
import { insertExport } from '../../apps/api/src/accounts/statement/export/statement-export.sql.ts';
import type { Wallet } from '../../apps/api/src/accounts/wallet/wallet.ts';
import { insertRequest } from '../../apps/api/src/approvals/approval/approval.sql.ts';
import { insertDocument } from '../../apps/api/src/checks/document/document.sql.ts';
import { insertRequest as insertAccessRequest } from '../../apps/api/src/customers/access-request/access-request.sql.ts';
import { createFxQuote } from '../../apps/api/src/fx/conversion/create-quote.ts';
import { addAlert } from '../../apps/api/src/fx/rate-alert/set-alert.ts';
import { startSession } from '../../apps/api/src/identity/session/session.sql.ts';
import { createFavourite } from '../../apps/api/src/payments/favourite/change-favourites.ts';
import type { Db } from '../../apps/api/src/platform/db/db.ts';
import { inTransaction } from '../../apps/api/src/platform/db/transaction.ts';
import { seedColleague } from '../fixtures/approval.ts';
import { createTrader, termsFor } from '../fixtures/auto-fx.ts';
import {
  amountOf,
  asCustomer,
  restrict,
  seedAccount,
  seedCustomer,
  seedPayee,
  type TestUser,
  toMember,
  type UkPayee,
} from '../fixtures/base.ts';
import { confirmRows, seedBulkFile } from '../fixtures/bulk-payment.ts';
import { seedCardDocument, seedCardPayment } from '../fixtures/card-payment.ts';
import { seedExchange } from '../fixtures/exchange.ts';
import { seedPartnerStatement } from '../fixtures/introducer-partner.ts';
import { seedCard } from '../fixtures/issued-card.ts';
import { createRateRequester, requestFor } from '../fixtures/manual-fx.ts';
import { seedPayeeOf, seedPaymentRow } from '../fixtures/payment.ts';
import { seedRates } from '../fixtures/rates.ts';
import { seedInvitedFriend, seedRefusedReferral } from '../fixtures/referral.ts';
import { seedStaff } from '../fixtures/staff.ts';
import { berlinPayee, createStandingOrderUser, standingOrderTerms } from '../fixtures/standing-order.ts';
import { seedWallet } from '../fixtures/wallet.ts';
import { seedSavedCard, seedTopUp } from './card-objects.ts';
import { holders, type ObjectKind, type Role, roles } from './expectations.ts';
import { reopenItems, seedDevice, seedIdentityDocument, seedIdentityPerson, seedPasskey } from './identity-objects.ts';

/** A freeze succeeds for each role, and would refuse whatever is tried after it. */
export const endFreezes = (db: Db) =>
  sql`update customer.customer set state = 'active', state_reason = 'opened', blocked_by = null
    where customer.is_frozen(id)`.execute(db);

export type Objects = Readonly<Record<ObjectKind, string>>;
export type Scene = Readonly<{
  /** An owner who may use all accounts, and made what is on them. */
  chief: TestUser;
  members: Readonly<Record<Role, TestUser>>;
  /** On accounts that the members may use; on other accounts of the same customer; of another customer. */
  own: Objects;
  colleagues: Objects;
  strangers: Objects;
  /** Objects that only this member can use, or that a call uses up. */
  fresh: (kind: ObjectKind, who: TestUser) => Promise<string | undefined>;
  tokenOf: (who: TestUser) => Promise<string>;
}>;

const flagsOf = (role: Role): AccessKey[] =>
  (Object.keys(holders) as AccessKey[]).filter((flag) => holders[flag].includes(role));

export async function seedScene(db: Db): Promise<Scene> {
  await seedRates(db);
  await sql`update payment.service_availability set is_on = true`.execute(db);
  const chief = await seedCustomer(db, {
    business: true,
    allowedTrade: true,
    swift: true,
    showSwiftHistory: true,
    featureCard: true,
  });
  const stranger = await seedCustomer(db, { business: true, allowedTrade: true, swift: true });
  await reopenItems(db, chief);
  const usable = await seedAccounts(db, chief);
  const own = await seedObjects(db, chief, usable, await seedPayee(db, chief));
  const payee = await seedPayee(db, chief, { ...northBank, accountNumber: '11111111' });
  const colleagues = await seedObjects(db, chief, await seedAccounts(db, chief, 'USD'), payee);
  const strangers = await seedObjects(db, stranger, await seedAccounts(db, stranger), await seedPayee(db, stranger));
  const usableAccounts = Object.values(usable);
  const members = {} as Record<Role, TestUser>;
  for (const role of roles) {
    members[role] = await restrict(db, await seedColleague(db, chief, role, flagsOf(role)), {
      accounts: usableAccounts,
    });
  }
  let count = 0;
  return {
    chief,
    members,
    own,
    colleagues,
    strangers,
    fresh: async (kind, who) => {
      count += 1;
      const accountNumber = String(30_000_000 + count);
      if (kind === 'removablePayee') return (await seedPayeeOf(db, chief, poundsTo(accountNumber))).id;
      if (kind === 'alert' || kind === 'removableAlert') return seedAlert(db, who, String(50 + count));
      if (kind === 'removableFavourite') return seedFavourite(db, chief, own.memberTransfer, 'EUR');
      if (kind === 'accessRequest') return seedAccessRequest(db, chief);
      if (kind === 'identityPerson') return seedIdentityPerson(db, chief);
      if (kind === 'identityDocument') return seedIdentityDocument(db, chief);
      if (kind === 'passkey') return seedPasskey(db, who);
      if (kind === 'device') return seedDevice(db, who);
      if (kind === 'statementExport') return seedExport(db, who, usable.pounds);
      if (kind === 'savedCard') return seedSavedCard(db, who);
      if (kind === 'referral') return seedRefusedReferral(db, chief);
      if (kind === 'invitedFriend') return seedInvitedFriend(db, chief);
      if (kind === 'topUp') return seedTopUp(db, who, usable.pounds);
      if (kind === 'issuedCard') return seedCard(db, who, usable.pounds);
      if (kind === 'cardPayment') return seedCardPayment(db, who, usable.pounds);
      if (kind === 'cardDocument') return seedCardDocument(db, who, usable.pounds);
      if (kind === 'request') return seedRequest(db, chief, usable.pounds, payee);
      return kind === 'quote' ? seedQuote(db, who) : undefined;
    },
    tokenOf: async (who) => {
      const started = { ...toMember(who), deviceId: null, browser: false, ip: '127.0.0.1', userAgent: 'test' };
      return (await inTransaction(db, (tx) => startSession(tx, started))).token;
    },
  };
}

const northBank = { sortCode: '089999', name: 'Northgate Lettings Ltd', entityType: 'company' } as const;

const poundsTo = (accountNumber: string) =>
  ({
    type: 'gbp',
    currency: 'GBP',
    name: 'Northgate Lettings Ltd',
    details: { sortCode: '089999', accountNumber },
    account: `089999 ${accountNumber}`,
  }) as const;

type Accounts = Readonly<{ pounds: BankAccount; baht: BankAccount; wallet: Wallet }>;

const seedAccounts = async (db: Db, who: TestUser, currency: Currency = 'EUR'): Promise<Accounts> => ({
  pounds: await seedAccount(db, who, { balance: '10000.00' }),
  baht: await seedAccount(db, who, { currency: 'THB', iban: `TH${String(Date.now()).slice(-10)}` }),
  // With money in it, so that nobody closes it.
  wallet: await seedWallet(db, who, { currency, balance: '5.00' }),
});

const seedLetter = async (db: Db, who: TestUser, { bankholderId }: BankAccount): Promise<string> => {
  const asked = { kind: 'account_ownership' as const, accounts: [bankholderId], idempotency: v7() };
  return (await asCustomer(db, who).run(issueAccountLetter, asked)).uid;
};

type HeldPayment = Readonly<{ account: BankAccount; payee: UkPayee; state: PaymentState }>;

/** With its amount held, so that it can be cancelled and refused. */
async function seedHeldPayment(db: Db, who: TestUser, { account, payee, state }: HeldPayment): Promise<string> {
  const id = await seedPaymentRow(db, who, account, payee, { state, amount: '25.00' });
  await inTransaction(db, async (tx) => {
    const credit = await firmAccountId(tx, 'clearing:faster-payments:GBP');
    const postings = [{ debit: account.ledgerAccountId, credit, amount: amountOf('GBP', '25.00') }];
    await hold(tx, { id: id as OperationId, code: 'payment.held', postings });
  });
  return id;
}

async function seedObjects(db: Db, who: TestUser, accounts: Accounts, payee: UkPayee): Promise<Objects> {
  const { pounds, baht } = accounts;
  const payment = await seedHeldPayment(db, who, { account: pounds, payee, state: 'info_required' });
  const alert = await seedAlert(db, who, '40');
  const memberTransfer = await seedMemberTransfer(db, who, accounts.wallet);
  const favourite = await seedFavourite(db, who, memberTransfer, accounts.wallet.currency);
  return {
    memberTransfer,
    favourite,
    removableFavourite: favourite,
    account: pounds.bankholderId,
    wallet: accounts.wallet.id,
    walletAccount: accounts.wallet.bankholderId,
    letter: await seedLetter(db, who, pounds),
    conversion: await seedExchange(db, who, { from: pounds, to: baht, rate: '43.5' }),
    foreignCurrencyAccount: baht.bankholderId,
    payment,
    swiftPayment: await seedPaymentRow(db, who, pounds, payee, { kind: 'swift', state: 'info_required' }),
    draft: await seedPaymentRow(db, who, pounds, payee, { state: 'draft' }),
    payee: payee.id,
    swiftPayee: (
      await seedPayeeOf(db, who, { ...berlinPayee, account: `${berlinPayee.account} ${pounds.bankholderId}` })
    ).id,
    removablePayee: payee.id,
    standingOrder: await seedStandingOrder(db, who, pounds, payee),
    autoFxOrder: (await (await createTrader(db, who)).place(termsFor({ source: pounds, target: baht }))).uid,
    alert,
    removableAlert: alert,
    deal: (await (await createRateRequester(db, who)).request(requestFor({ source: pounds, target: baht }))).uid,
    file: await seedFile(db, who, pounds),
    instantPayment: await seedInstantPayment(db, who, pounds),
    document: await seedDocument(db, who, payment),
    unattachedDocument: await seedDocument(db, who, null),
    question: await seedQuestion(db, who, payment),
    request: await seedRequest(db, who, pounds, payee),
    rule: await seedRule(db, who),
    quote: await seedQuote(db, who),
    device: await seedDevice(db, who),
    passkey: await seedPasskey(db, await seedColleague(db, who, 'viewer')),
    customer: who.customer.id,
    identityPerson: await seedIdentityPerson(db, who),
    identityDocument: await seedIdentityDocument(db, who),
    statementExport: await seedExport(db, who, pounds),
    savedCard: await seedSavedCard(db, who),
    referral: await seedRefusedReferral(db, who),
    partnerStatement: await seedPartnerStatement(db, who),
    invitedFriend: await seedInvitedFriend(db, who),
    topUp: await seedTopUp(db, who, pounds),
    issuedCard: await seedCard(db, who, pounds),
    cardPayment: await seedCardPayment(db, who, pounds),
    cardDocument: await seedCardDocument(db, who, pounds),
    cardPerson: (await seedColleague(db, who, 'cardholder', ['card'])).user.membershipId,
    user: (await seedColleague(db, who, 'viewer')).user.membershipId,
    accessRequest: await seedAccessRequest(db, who),
  };
}

/** Each to another member, so that no favourite of one customer fits the transfer of another. */
async function seedMemberTransfer(db: Db, who: TestUser, source: Wallet): Promise<string> {
  const friend = await seedCustomer(db, { kind: 'wallet' });
  const target = await seedWallet(db, friend, { currency: source.currency });
  const id = v7();
  await sql`insert into member_transfer.transfer (id, customer_id, user_id, recipient_id, source_bankholder_id,
      target_bankholder_id, currency, amount_minor, reference)
    values (${id}, ${who.customer.id}, ${who.user.id}, ${friend.customer.id}, ${source.bankholderId},
      ${target.bankholderId}, ${source.currency}, 500, 'A 1')`.execute(db);
  return id;
}

const seedFavourite = async (db: Db, who: TestUser, transferUid: string, currency: Currency): Promise<string> =>
  (
    await asCustomer(db, who).run(createFavourite, {
      label: 'Lunch',
      icon: 'food',
      amount: '5.00',
      reference: null,
      currency,
      transferUid,
      idempotency: v7(),
    })
  ).uid;

const seedAlert = async (db: Db, who: TestUser, targetRate: string): Promise<string> =>
  (await asCustomer(db, who).run(addAlert, { sell: 'GBP', buy: 'THB', targetRate, idempotency: v7() })).uid;

const seedQuote = async (db: Db, who: TestUser): Promise<string> =>
  (
    await asCustomer(db, who).run(createFxQuote, {
      sell: 'GBP',
      buy: 'THB',
      side: 'sell',
      amount: '10.00',
      idempotency: v7(),
    })
  ).quoteId;

const seedExport = (db: Db, { customer, user }: TestUser, { bankholderId }: BankAccount): Promise<string> =>
  inTransaction(db, async (tx) => {
    const period = { from: '2026-10-01', to: '2026-10-31' };
    const file = { format: 'csv', layout: 'compact', preset: null, rowCount: 0 } as const;
    const kind = { isConfirmed: false, inBackground: false };
    const owner = { customerId: customer.id, userId: user.id, accounts: [bankholderId] };
    return (await insertExport(tx, { id: v7(), ...owner, ...period, ...file, ...kind })).id;
  });

async function seedStandingOrder(db: Db, who: TestUser, account: BankAccount, payee: UkPayee): Promise<string> {
  const user = await createStandingOrderUser(db, who, { now: new Date() });
  return (await user.create(standingOrderTerms(account, payee, { startDate: nextMonth() }))).uid;
}

function nextMonth(): string {
  const today = new Date();
  return new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth() + 1, 15)).toISOString().slice(0, 10);
}

/** Its row was released from this account and refused, so that nothing pays it meanwhile. */
async function seedFile(db: Db, who: TestUser, account: BankAccount): Promise<string> {
  const lines = ['Somchai Prasert,20-29-59,63748472,25.00,A 1', 'Nobody,1,2,x,A 2'];
  const { uid } = await confirmRows(db, who, await seedBulkFile(db, who, lines));
  const row = sql`file_id = ${uid} and number = 1`;
  await inTransaction(db, async (tx) => {
    await sql`update bulk_payment.row set state = 'released', released_by = ${who.user.id}, fee_minor = 0,
      source_bankholder_id = ${account.bankholderId} where ${row}`.execute(tx);
    await sql`update bulk_payment.row set state = 'refused', refusal = 'Not paid.', refusal_code = 'account_not_usable'
      where ${row}`.execute(tx);
  });
  return uid;
}

async function seedInstantPayment(db: Db, { customer, user }: TestUser, account: BankAccount): Promise<string> {
  const id = v7();
  await db
    .insertInto('instant_payment.payment')
    .values({
      id,
      reference: id.slice(-12).replaceAll('-', '').toUpperCase(),
      customerId: customer.id,
      userId: user.id,
      sessionId: randomUUID(),
      accountId: account.id,
      bankholderId: account.bankholderId,
      bankId: 'bank',
      bankName: 'Bank',
      currency: 'GBP',
      amountMinor: 1000n,
      note: '',
      device: 'web',
      document: '{}',
      state: 'expired',
      consentId: id,
      expiresAt: new Date(),
    })
    .execute();
  return id;
}

const seedDocument = (db: Db, { customer, user }: TestUser, paymentId: string | null): Promise<string> =>
  inTransaction(db, async (tx) => {
    const id = v7();
    const bytes = Buffer.from(id);
    const named = {
      type: 'invoice',
      name: 'invoice.pdf',
      mediaType: 'application/pdf',
      sizeBytes: bytes.length,
    } as const;
    const sha256 = createHash('sha256').update(bytes).digest();
    const owned = { id, paymentId, customerId: customer.id, userId: user.id };
    await insertDocument(tx, { ...owned, ...named, sha256, note: null }, bytes);
    return id;
  });

async function seedQuestion(db: Db, { customer }: TestUser, paymentId: string): Promise<string> {
  const id = v7();
  const { id: staff } = await seedStaff(db);
  await db
    .insertInto('review.request')
    .values({
      id,
      paymentId,
      customerId: customer.id,
      questions: JSON.stringify([{ kind: 'text', text: 'What is it for?' }]),
      requestedBy: staff,
      dueAt: new Date(Date.now() + 86_400_000),
    })
    .execute();
  return id;
}

/** A payment of 25.00 pounds that waits for a colleague. */
async function seedRequest(db: Db, who: TestUser, account: BankAccount, payee: UkPayee): Promise<string> {
  const subjectId = await seedHeldPayment(db, who, { account, payee, state: 'awaiting_approval' });
  const amount = { amount: '25.00', currency: 'GBP' } as const;
  const request = {
    id: v7(),
    customerId: who.customer.id,
    kind: 'payment' as const,
    subjectId,
    makerId: who.user.id,
    content: { title: 'Pay', amount, link: null, details: [], exact: [] },
    accounts: [account.bankholderId],
    digest: '0'.repeat(64),
    requirements: [{ ruleId: null, approvers: 1, roles: [], days: 7 }],
    approvalsNeeded: 1,
    days: 7,
  };
  return (await inTransaction(db, (tx) => insertRequest(tx, request))).id;
}

async function seedAccessRequest(db: Db, who: TestUser): Promise<string> {
  const { id: staff } = await seedStaff(db);
  return inTransaction(db, async (tx) => {
    const id = v7();
    const person = { name: 'Nok Fielding', email: `nok.${id}@larkmere.example`, phone: null };
    const limits = { perPayment: null, daily: null, currency: 'GBP' } as const;
    const after = { role: 'viewer', access: [], accounts: null, limits, state: 'invited', reason: null };
    await insertAccessRequest(tx, {
      id,
      customerId: who.customer.id,
      content: JSON.stringify({ person, before: null, after }),
      email: person.email,
      digest: '0'.repeat(64),
      reason: 'The owner called and asked for it.',
      preparedBy: staff,
      expiresAt: new Date(Date.now() + 86_400_000),
    });
    return id;
  });
}

async function seedRule(db: Db, { customer, user }: TestUser): Promise<string> {
  const id = v7();
  await sql`insert into approval.rule (id, customer_id, scope, applies_to, min_minor, currency, approvers, approver_roles,
      expires_days, created_by)
    values (${id}, ${customer.id}, 'fx', 'all', 999999999, 'GBP', 1, '{}', 7, ${user.id})`.execute(db);
  return id;
}
