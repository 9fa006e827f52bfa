import { screens } from '@larkmere/contract/platform/screens';
import { parseSearch, stringifySearch } from './search.ts';

/** Pages of Plus whose address of a wallet is not the same path below `/wallet`. */
const walletAddresses: readonly (readonly [RegExp, string])[] = [
  [/^\/change-password$/, '/wallet/password'],
  [/^\/terms-and-conditions$/, '/wallet/terms'],
  [/^\/transfer$/, '/wallet/fx'],
  [/^\/pending-[^/]+$/, '/wallet/payments?group=waiting'],
  [/^\/pending-[^/]+\/detail\/(.+)$/, '/wallet/payments/$1'],
  [/^\/payee\/(\w+)\/([^/]+)\/?([^/]*)\/?(.*)$/, '/wallet/payee?show=$1&currency=$2&type=$3&uid=$4'],
];

function walletAddress(path: string): string | undefined {
  const same = `/wallet${path}`;
  if (screens.some((screen) => screen.path === same)) return same;
  const [pattern, address] = walletAddresses.find(([each]) => each.test(path)) ?? [];
  return pattern && address && path.replace(pattern, address).replace(/&\w+=(?=&|$)/g, '');
}

/** The address that a page of Plus has for a wallet customer. Others are answered as they are. */
export function toWalletAddress(address: string): string {
  const [path = '', query = ''] = address.split('?');
  const own = walletAddress(path);
  if (own === undefined) return address;
  const [ownPath, ownQuery = ''] = own.split('?');
  return `${ownPath}${stringifySearch({ ...parseSearch(ownQuery), ...parseSearch(query) })}`;
}
