import { useSession } from '../session/session.ts';
import { reachableAddress } from './guards.ts';
import { navigation } from './navigation.ts';

/** The address that a page has for this customer. */
export const ownAddress = (address: string): string => navigation.ownAddress(address);

/** Undefined for a page that this customer may not open: then there is nothing to link to. */
export function useReachableAddress(): (address: string) => string | undefined {
  const session = useSession();
  return (address) => reachableAddress(address, session);
}
