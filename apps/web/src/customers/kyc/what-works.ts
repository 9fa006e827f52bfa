import type { KycStateView } from '@larkmere/contract/customers/kyc';
import type { SessionView } from '@larkmere/contract/identity/session';

type Check = Pick<KycStateView, 'status' | 'limits'>;
type AccountStatus = SessionView['accountStatus'];

/** In these, money still arrives. The contract's table would bring its validation library; a test compares them. */
const receivingStatuses: readonly AccountStatus[] = ['active', 'restricted', 'locked', 'dormant'];

type Working = 'money' | 'save' | 'receive' | 'send' | 'sendUpTo';
type Waiting = 'receiveLater' | 'sendLater' | 'cardLater' | 'sendMore' | 'closed' | 'sendingClosed';
export type WhatWorks = Readonly<{ works: readonly Working[]; waits: readonly Waiting[] }>;

/** An account that was open before its check ran out, or is looked at again, still receives money. */
export function whatWorks({ status, limits }: Check, accountStatus: AccountStatus): WhatWorks {
  const isReceiving = receivingStatuses.includes(accountStatus);
  if (status === 'approved') return { works: ['receive', 'send'], waits: [] };
  if (limits) return { works: ['receive', 'sendUpTo'], waits: ['sendMore'] };
  if (status === 'rejected')
    return isReceiving
      ? { works: ['money', 'receive'], waits: ['sendingClosed'] }
      : { works: ['money'], waits: ['closed'] };
  return isReceiving
    ? { works: ['save', 'receive'], waits: ['sendLater', 'cardLater'] }
    : { works: ['save'], waits: ['receiveLater', 'sendLater', 'cardLater'] };
}
