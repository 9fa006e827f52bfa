import { UserReason, type UserView } from '@larkmere/contract/customers/user';
import { accessKeys, type Role } from '@larkmere/contract/platform/access';
import { type Currency, formatAmount, money } from '@larkmere/money/money';
import type { UserRow } from './user.read.ts';

type Reader = Readonly<{ userId: string; role: string }>;

export function viewUser(row: UserRow, reader: Reader): UserView {
  const granted = new Set(row.access);
  const currency = (row.limitCurrency ?? 'GBP') as Currency;
  const amount = (minor: bigint | null): string | null =>
    minor === null ? null : formatAmount(money(currency, minor));
  const isInvited = row.state === 'invited';
  return {
    uid: row.uid,
    version: row.version,
    name: row.name ?? '',
    email: row.email ?? '',
    phone: row.phone,
    username: row.username,
    isYou: row.userId === reader.userId,
    role: row.role as Role,
    accessRole: Object.fromEntries(accessKeys.map((key) => [key, granted.has(key)])) as UserView['accessRole'],
    accounts: row.accounts && [...row.accounts],
    limits: { perPayment: amount(row.perPaymentMinor), daily: amount(row.dailyMinor), currency },
    status: statusOf(row),
    reason: UserReason.safeParse(row.reason).data ?? null,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    invitedBy: row.invitedBy,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    expiresAt: isInvited ? (row.expiresAt?.toISOString() ?? null) : null,
    isExpired: isInvited && row.isExpired,
    permissions: permissionsOf(row, reader),
  };
}

const statusOf = ({ state, isPinLocked }: UserRow): UserView['status'] =>
  state === 'active' && isPinLocked ? 'locked' : (state as UserView['status']);

/** The verbs decide; this spares the reader buttons that would be refused. */
function permissionsOf({ userId, role, state }: UserRow, reader: Reader): UserView['permissions'] {
  const may = userId !== reader.userId && state !== 'removed' && (role !== 'owner' || reader.role === 'owner');
  const isMember = state === 'active' || state === 'suspended';
  return { edit: may, suspend: may && isMember, remove: may, resetPin: may && state === 'active' };
}
