import type { SessionView } from '@larkmere/contract/identity/session';
import { screens } from '@larkmere/contract/platform/screens';
import { ArrowLeftRight, Bell, ChartLine, House, type LucideIcon, Send, TextAlignStart, Users } from 'lucide-react';
import type { messages } from '../../messages/en.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';

type WalletItem = { path: string; label: keyof (typeof messages)['shell']['walletMenu'] };

const walletItems: WalletItem[] = [
  { path: '/wallet/dashboard', label: 'dashboard' },
  { path: '/wallet/send', label: 'send' },
  { path: '/wallet/fx', label: 'fx' },
  { path: '/wallet/rate-alert', label: 'rateAlert' },
  { path: '/wallet/history', label: 'history' },
  { path: '/wallet/account', label: 'account' },
  { path: '/wallet/payee', label: 'payee' },
  { path: '/wallet/favorite', label: 'favorite' },
  { path: '/wallet/deposit', label: 'deposit' },
  { path: '/wallet/statement', label: 'statement' },
  { path: '/wallet/notification', label: 'notification' },
  { path: '/wallet/introducer', label: 'introducer' },
  { path: '/wallet/user-management', label: 'userManagement' },
  { path: '/wallet/terms', label: 'terms' },
  { path: '/wallet/profile', label: 'profile' },
  { path: '/wallet/device', label: 'device' },
  { path: '/wallet/password', label: 'password' },
  { path: paths.walletUpgrade, label: 'upgrade' },
];

type WalletAccess = Pick<SessionView, 'feature'> & Readonly<{ user: Pick<SessionView['user'], 'accessRole'> }>;

export const walletMenuFor = ({ feature, user: { accessRole } }: WalletAccess): WalletItem[] =>
  walletItems.filter(({ path }) => {
    const access = screens.find((screen) => screen.path === path)?.access;
    const isOffered = path !== paths.walletUpgrade || feature.upgrade;
    return navigation.isBuilt(path) && isOffered && (!access || accessRole[access]);
  });

/** By frequency; the first four that the customer may open are in the bar. */
const bottomIcons: readonly (readonly [path: string, icon: LucideIcon])[] = [
  ['/wallet/dashboard', House],
  ['/wallet/send', Send],
  ['/wallet/fx', ArrowLeftRight],
  ['/wallet/history', TextAlignStart],
  ['/wallet/rate-alert', ChartLine],
  ['/wallet/payee', Users],
  ['/wallet/notification', Bell],
];

export function walletBottomBarFor(customer: WalletAccess): (WalletItem & { icon: LucideIcon })[] {
  const items = walletMenuFor(customer);
  return bottomIcons
    .flatMap(([path, icon]) => items.filter((item) => item.path === path).map((item) => ({ ...item, icon })))
    .slice(0, 4);
}
