import { maySeeConfidential } from '@larkmere/contract/back-office/confidential';
import type { CustomerPaymentRow } from '@larkmere/contract/back-office/customer-file';
import { allows } from '@larkmere/contract/back-office/permissions';
import { isConfidential as isConfidentialReason } from '@larkmere/contract/back-office/status-change-rules';
import type { contract } from '@larkmere/contract/contract';
import { balancesOf } from '@larkmere/ledger/balance';
import { message } from '@larkmere/messages/message';
import { formatAmount, type Money, money } from '@larkmere/money/money';
import { v7 } from 'uuid';
import type { Tx } from '../../platform/db/db.ts';
import { audit } from '../../platform/requests/audit.ts';
import { Refusal } from '../../platform/requests/refusal.ts';
import type { StaffCtx, Verb } from '../../platform/requests/verb.ts';
import { findReleaseAuthority, selectWithCompliance } from '../review/review.ts';
import {
  findHeader,
  findIdentity,
  type HeaderRow,
  type PaymentOfFile,
  selectAccounts,
  selectActivity,
  selectDevices,
  selectMessages,
  selectNotes,
  selectOrders,
  selectPayees,
  selectPayments,
  selectPeople,
  selectStaffActions,
  selectSupportNeeds,
} from './customer-file.read.ts';

async function insertNote(
  tx: Tx,
  row: Readonly<{
    id: string;
    customerId: string;
    body: string;
    isSupportNeed: boolean;
    isConfidential: boolean;
    writtenBy: string;
  }>,
): Promise<void> {
  await tx.insertInto('customer_file.note').values(row).execute();
}

const shownOnOverview = 8;
const toText = (at: Date | null): string | null => at?.toISOString() ?? null;
const toMoney = (amount: Money) => ({ amount: formatAmount(amount), currency: amount.currency });

async function requireHeader({ tx }: StaffCtx, id: string): Promise<HeaderRow> {
  const header = await findHeader(tx, id);
  if (!header) throw new Refusal('not_found');
  return header;
}

/** Counts and the identity check are shown only to staff who may act on them. */
export const showCustomer: Verb<typeof contract.customerFile.show> = async (ctx, { id }) => {
  const { permissions } = ctx.actor;
  const {
    heldPayments,
    pendingPayees,
    proposedStatuses,
    openAppeals,
    proposedPartnerRules,
    isInReview,
    memberChecks,
    kycCase,
    ...header
  } = await requireHeader(ctx, id);
  await audit(ctx, 'customer.viewed', `customer:${id}`);
  const maySeeSuspicions = maySeeConfidential(permissions);
  const maySeeKyc = allows(permissions, ['kyc', 'view']);
  const needs = allows(permissions, ['customer_details', 'view']) ? await selectSupportNeeds(ctx, id) : [];
  return {
    ...header,
    statusReason:
      isConfidentialReason(header.statusReason) && !maySeeSuspicions ? 'with_compliance' : header.statusReason,
    statusSince: header.statusSince.toISOString(),
    createdAt: header.createdAt.toISOString(),
    lastSeenAt: toText(header.lastSeenAt),
    kycCase: maySeeKyc ? kycCase : null,
    waiting: {
      payments: allows(permissions, ['payment_review', 'view']) ? heldPayments : 0,
      payees: allows(permissions, ['payees_held', 'view']) ? pendingPayees : 0,
      kyc: maySeeKyc ? (isInReview ? 1 : 0) + memberChecks : 0,
      status: allows(permissions, ['account_status', 'act']) ? proposedStatuses : 0,
      referrals: allows(permissions, ['referrals', 'act']) ? openAppeals : 0,
      partner: allows(permissions, ['introducer_partners', 'approve']) ? proposedPartnerRules : 0,
    },
    supportNeeds: needs.map((note) => ({ ...note, at: note.at.toISOString() })),
  };
};

export const showOverview: Verb<typeof contract.customerFile.overview> = async (ctx, { id }) => {
  await requireHeader(ctx, id);
  const accounts = await selectAccounts(ctx.tx, id);
  const balances = await balancesOf(
    ctx.tx,
    accounts.map(({ ledgerAccountId }) => ledgerAccountId),
  );
  return {
    accounts: accounts.map(({ ledgerAccountId, ...account }) => {
      const held = balances.get(ledgerAccountId);
      const nothing = money(account.currency, 0n);
      return {
        ...account,
        balance: toMoney(held?.balance ?? nothing),
        available: toMoney(held?.available ?? nothing),
      };
    }),
    payments: await toPaymentRows(ctx, await selectPayments(ctx.tx, id, shownOnOverview)),
  };
};

export const showPayments: Verb<typeof contract.customerFile.payments> = async (ctx, { id }) => {
  await requireHeader(ctx, id);
  return { list: await toPaymentRows(ctx, await selectPayments(ctx.tx, id)) };
};

async function toPaymentRows(ctx: StaffCtx, payments: readonly PaymentOfFile[]): Promise<CustomerPaymentRow[]> {
  const maySeeDocuments = allows(ctx.actor.permissions, ['documents', 'view']);
  const maySeeSuspicions = maySeeConfidential(ctx.actor.permissions);
  const withCompliance = await selectWithCompliance(
    ctx.tx,
    payments.map(({ uid }) => uid),
  );
  const rows = [];
  for (const payment of payments) {
    const { currency, minor, createdAt, documents, isProposed: _, ...row } = payment;
    const isHidden = withCompliance.has(payment.uid) && !maySeeSuspicions;
    rows.push({
      ...row,
      createdAt: createdAt.toISOString(),
      amount: toMoney(money(currency, minor)),
      reason: isHidden ? null : row.reason,
      isWithCompliance: isHidden,
      release: isHidden ? null : await findRelease(ctx, payment),
      documents: maySeeDocuments && !isHidden ? documents : [],
    });
  }
  return rows;
}

async function findRelease(
  ctx: StaffCtx,
  { isHeld, isProposed, currency, minor }: PaymentOfFile,
): Promise<CustomerPaymentRow['release']> {
  const { permissions, role } = ctx.actor;
  if (!isHeld || !allows(permissions, ['payment_review', 'act'])) return null;
  const { roles } = await findReleaseAuthority(ctx, { currency, amountMinor: minor });
  return { roles: [...roles], isRecommendation: !roles.includes(role), isProposed };
}

export const showPayees: Verb<typeof contract.customerFile.payees> = async (ctx, { id }) => {
  await requireHeader(ctx, id);
  const rows = await selectPayees(ctx, id);
  return {
    list: rows.map((row) => ({
      ...row,
      createdAt: row.createdAt.toISOString(),
      lastPaidAt: toText(row.lastPaidAt),
    })),
  };
};

const shownDigits = 3;

export const showPeople: Verb<typeof contract.customerFile.people> = async (ctx, { id }) => {
  await requireHeader(ctx, id);
  const [people, devices] = [await selectPeople(ctx.tx, id), await selectDevices(ctx.tx, id)];
  return {
    people: people.map(({ phone, lastSeenAt, ...person }) => ({
      ...person,
      phone: phone && `•••• ${phone.slice(-shownDigits)}`,
      lastSeenAt: toText(lastSeenAt),
    })),
    devices: devices.map(({ firstSeenAt, lastSeenAt, ...device }) => ({
      ...device,
      firstSeenAt: firstSeenAt.toISOString(),
      lastSeenAt: lastSeenAt.toISOString(),
    })),
  };
};

type LineVerb = Verb<typeof contract.customerFile.activity>;

const showLines =
  (select: typeof selectActivity): LineVerb =>
  async (ctx, { id }) => {
    await requireHeader(ctx, id);
    return { list: (await select(ctx, id)).map((line) => ({ ...line, at: line.at.toISOString() })) };
  };

export const showActivity = showLines(selectActivity);
export const showStaffActions = showLines(selectStaffActions);
export const showMessages = showLines(selectMessages);

export const showOrders: Verb<typeof contract.customerFile.orders> = async (ctx, { id }) => {
  await requireHeader(ctx, id);
  return {
    list: (await selectOrders(ctx.tx, id)).map(({ minor, currency, text, createdAt, ...order }) => ({
      ...order,
      createdAt: createdAt.toISOString(),
      summary: [minor !== null && currency ? `${formatAmount(money(currency, minor))} ${currency}` : '', text]
        .filter(Boolean)
        .join(' · '),
    })),
  };
};

const notesOnPage = 20;

export const showNotes: Verb<typeof contract.customerFile.notes> = async (ctx, { id, after }) => {
  await requireHeader(ctx, id);
  const notes = await selectNotes(ctx, id, { after, most: notesOnPage + 1 });
  return {
    list: notes.slice(0, notesOnPage).map((note) => ({ ...note, at: note.at.toISOString() })),
    hasMore: notes.length > notesOnPage,
  };
};

export const addNote: Verb<typeof contract.customerFile.addNote> = async (ctx, input) => {
  const { id, body, isSupportNeed, isConfidential } = input;
  await requireHeader(ctx, id);
  if (isSupportNeed && isConfidential) throw noteOfBothKinds();
  const note = v7();
  await insertNote(ctx.tx, {
    id: note,
    customerId: id,
    body,
    isSupportNeed,
    isConfidential,
    writtenBy: ctx.actor.staffId,
  });
  await audit(ctx, 'customer.note_added', `customer:${id}`, { note, isSupportNeed, isConfidential });
  return showNotes(ctx, { id });
};

/** A support need is shown to everybody who helps the customer. */
const noteOfBothKinds = (): Refusal =>
  new Refusal('validation_failed', {
    errors: [{ field: 'isConfidential', code: 'not_allowed', reason: message('note_confidential_or_need') }],
  });

/** The only way to identity details in full. Who asked and why is part of the audit log, what they saw is not. */
export const revealIdentity: Verb<typeof contract.customerFile.revealIdentity> = async (ctx, { id, reason }) => {
  const found = await findIdentity(ctx.tx, id);
  if (!found) throw new Refusal('not_found');
  await audit(ctx, 'customer.identity_revealed', `customer:${id}`, { reason });
  return found;
};
