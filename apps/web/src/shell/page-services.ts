import type { ServiceKey } from '@larkmere/contract/reference/service-keys';

/** The services behind a page, by the beginning of its path. The longest one counts. */
const pages: readonly (readonly [path: string, services: readonly ServiceKey[]])[] = [
  ['/payment', ['payment.gbp', 'payment.eur', 'payment.thb', 'payment.swift', 'payment.fedwire', 'payment.local']],
  ['/payment/gbp', ['payment.gbp', 'payment.ifx.gbp']],
  ['/payment/eur', ['payment.eur', 'payment.ifx.eur']],
  ['/payment/thb', ['payment.thb', 'payment.crosscurrency']],
  ['/payment/swt', ['payment.swift', 'payment.fedwire', 'payment.local', 'payment.crosscurrency']],
  [
    '/wallet/send',
    [
      'payment.gbp',
      'payment.eur',
      'payment.thb',
      'payment.swift',
      'payment.fedwire',
      'payment.local',
      'payment.crosscurrency',
    ],
  ],
  ['/payee', ['payee']],
  ['/wallet/payee', ['payee']],
  ['/auto-fx', ['fx.auto', 'fx.instant']],
  ['/wallet/fx', ['fx.instant', 'fx.auto']],
  ['/transfer', ['fx.instant']],
  ['/request-fx', ['fx.manual']],
  ['/standing-order', ['standing']],
  ['/wallet/standing-order', ['standing']],
  ['/instant-bank-payment', ['pis']],
  ['/card', ['card']],
  ['/wallet/deposit', ['wallet.topup', 'pis']],
  ['/wallet/upgrade', ['wallet.upgrade']],
  ['/statement', ['statement']],
  ['/wallet/statement', ['statement']],
];

/** Pages that offer several services to choose from. On every other page, one that is off stops what the page is for. */
const choices: readonly string[] = ['/payment', '/payment/swt', '/wallet/send', '/wallet/fx', '/wallet/deposit'];

/** How much of a page these services are about. Undefined: nothing. */
export function findReach(pathname: string, services: readonly ServiceKey[]): 'all' | 'part' | undefined {
  const [path, ofPage] = findPage(pathname) ?? ['', []];
  if (!ofPage.some((service) => services.includes(service))) return undefined;
  return !choices.includes(path) || ofPage.every((service) => services.includes(service)) ? 'all' : 'part';
}

function findPage(pathname: string): (typeof pages)[number] | undefined {
  const found = pages.filter(([path]) => pathname === path || pathname.startsWith(`${path}/`));
  return found.toSorted(([one], [other]) => other.length - one.length)[0];
}
