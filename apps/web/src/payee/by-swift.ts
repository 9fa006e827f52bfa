import type { PayeeView } from '@larkmere/contract/payee';
import { routesAbroad } from '@larkmere/contract/payee-type';
import type { SessionView } from '@larkmere/contract/session';

/** Payees reachable only by SWIFT need SWIFT enabled for the customer. */
export const isReached = (
  { type }: Pick<PayeeView, 'type'>,
  { swiftState }: Pick<SessionView, 'swiftState'>,
): boolean => swiftState || routesAbroad[type] !== 'swift';
