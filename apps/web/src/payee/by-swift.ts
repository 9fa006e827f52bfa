import type { PayeeView } from '@larkmere/contract/payee';
import { routesAbroad } from '@larkmere/contract/payee-type';
import type { SessionView } from '@larkmere/contract/session';

/** Whether a payee, or a type of payee, can be paid: those by SWIFT alone need that it is switched on for the customer. */
export const isReached = (
  { type }: Pick<PayeeView, 'type'>,
  { swiftState }: Pick<SessionView, 'swiftState'>,
): boolean => swiftState || routesAbroad[type] !== 'swift';
