import { UserReason, type UserView } from '@larkmere/contract/customers/user';
import { accessKeys } from '@larkmere/contract/platform/access';
import { formatAmount, money } from '@larkmere/money/money';
import { recordOf } from '../../platform/values/values.ts';
import type { UserRow } from './user.read.ts';

/** Staff read without being a member. */
export type Reader = Readonly<{ userId: string | null; role: string }>;

export function viewUser(row: UserRow, reader: Reader): UserView {
  const granted = new Set(row.access);
  const currency = row.limitCurrency ?? 'GBP';
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
    isYou: isReader(row, reader),
    role: row.role,
    accessRole: recordOf(accessKeys, (key) => granted.has(key)),
    accounts: row.accounts && [...row.accounts],
    limits: { perPayment: amount(row.perPaymentMinor), daily: amount(row.dailyMinor), currency },
    status: statusOf(row),
    reason: UserReason.safeParse(row.reason).data ?? null,
    lastLogin: row.lastLogin?.toISOString() ?? null,
    isIdentityChecked: row.isIdentityChecked,
    mfa: row.mfa,
    invitedBy: row.invitedBy,
    invitedAt: row.invitedAt?.toISOString() ?? null,
    expiresAt: isInvited ? (row.expiresAt?.toISOString() ?? null) : null,
    isExpired: isInvited && row.isExpired,
    permissions: permissionsOf(row, reader),
  };
}

const isReader = ({ userId }: UserRow, reader: Reader): boolean => userId !== null && userId === reader.userId;

const statusOf = ({ state, isPinLocked }: UserRow): UserView['status'] =>
  state === 'active' && isPinLocked ? 'locked' : state;

/** The verbs decide; this spares the reader buttons that would be refused. */
function permissionsOf(row: UserRow, reader: Reader): UserView['permissions'] {
  const { role, state } = row;
  const may = !isReader(row, reader) && state !== 'removed' && (role !== 'owner' || reader.role === 'owner');
  const isMember = state === 'active' || state === 'suspended';
  return { edit: may, suspend: may && isMember, remove: may, resetPin: may && state === 'active' };
}
