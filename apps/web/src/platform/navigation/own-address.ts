import { useSession } from '../session/session.ts';
import { decideNavigation, findScreen, type GuardedCustomer } from './guards.ts';
import { navigation } from './navigation.ts';
import { paths } from './paths.ts';

/** The address that a page has for this customer. */
export const ownAddress = (address: string): string => navigation.ownAddress(address);

/** Undefined for a page that this customer may not open: then there is nothing to link to. */
export function reachableAddress(address: string, customer: GuardedCustomer | undefined): string | undefined {
  const own = ownAddress(address);
  const [path = ''] = own.split('?');
  const access = findScreen(path)?.access;
  const isGranted = !access || customer?.userType !== 'wallet' || customer.user.accessRole[access];
  return isGranted && decideNavigation(path, { customer }).allow ? own : undefined;
}

/** The page of a payment. Whoever may view SWIFT payments but not pay has another one for them. */
export const paymentAddress = (
  payment: Readonly<{ uid: string; reach: 'domestic' | 'swift' | null }>,
  reachable: (address: string) => string | undefined,
): string | undefined =>
  reachable(paths.paymentDetail(payment.uid)) ??
  (payment.reach === 'swift' ? reachable(paths.swiftPayment(payment.uid)) : undefined);

export function useReachableAddress(): (address: string) => string | undefined {
  const session = useSession();
  return (address) => reachableAddress(address, session);
}
