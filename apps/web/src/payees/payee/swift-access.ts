import type { SessionView } from '@larkmere/contract/identity/session';
import type { PayeeView } from '@larkmere/contract/payees/payee';
import { crossBorderRoutes } from '@larkmere/contract/payees/payee-type';

/** Payees reachable only by SWIFT need SWIFT enabled for the customer. */
export const isPayableType = (
  { type }: Pick<PayeeView, 'type'>,
  { swiftState }: Pick<SessionView, 'swiftState'>,
): boolean => swiftState || crossBorderRoutes[type] !== 'swift';
