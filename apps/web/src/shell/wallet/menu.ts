import type { SessionView } from '@larkmere/contract/identity/session';
import { screens } from '@larkmere/contract/platform/screens';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowUpRight,
  Bell,
  ChartLine,
  CircleQuestionMark,
  Clock,
  FileText,
  Gift,
  House,
  KeyRound,
  ListChecks,
  type LucideIcon,
  ScrollText,
  Send,
  Smartphone,
  Star,
  Tags,
  TextAlignStart,
  User,
  Users,
  UsersRound,
  WalletMinimal,
} from 'lucide-react';
import type { messages } from '../../messages/en.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';

export type WalletItem = {
  path: string;
  label: keyof (typeof messages)['shell']['walletMenu'];
  icon: LucideIcon;
};

const menuGroups: WalletItem[][] = [
  [
    { path: '/wallet/dashboard', label: 'dashboard', icon: House },
    { path: '/wallet/send', label: 'send', icon: Send },
    { path: '/wallet/fx', label: 'fx', icon: ArrowLeftRight },
    { path: '/wallet/rate-alert', label: 'rateAlert', icon: ChartLine },
    { path: '/wallet/payments', label: 'payments', icon: ListChecks },
    { path: '/wallet/history', label: 'history', icon: TextAlignStart },
    { path: '/wallet/account', label: 'account', icon: WalletMinimal },
    { path: '/wallet/payee', label: 'payee', icon: Users },
    { path: '/wallet/favorite', label: 'favorite', icon: Star },
    { path: '/wallet/standing-order', label: 'standingOrder', icon: Clock },
    { path: '/wallet/deposit', label: 'deposit', icon: ArrowDownToLine },
    { path: '/wallet/statement', label: 'statement', icon: FileText },
  ],
  [
    { path: '/wallet/notification', label: 'notification', icon: Bell },
    { path: '/wallet/introducer', label: 'introducer', icon: Gift },
    { path: '/wallet/user-management', label: 'userManagement', icon: UsersRound },
  ],
  [
    { path: '/wallet/profile', label: 'profile', icon: User },
    { path: '/wallet/device', label: 'device', icon: Smartphone },
    { path: '/wallet/password', label: 'password', icon: KeyRound },
    { path: '/wallet/terms', label: 'terms', icon: ScrollText },
    { path: '/wallet/price-tariff', label: 'priceTariff', icon: Tags },
  ],
  [
    { path: paths.walletUpgrade, label: 'upgrade', icon: ArrowUpRight },
    { path: paths.walletHelp, label: 'help', icon: CircleQuestionMark },
  ],
];

type WalletAccess = Pick<SessionView, 'feature' | 'introducerState'> &
  Readonly<{ user: Pick<SessionView['user'], 'accessRole'> }>;

export const walletMenuFor = (customer: WalletAccess): WalletItem[][] =>
  menuGroups.map((items) => items.filter((item) => isOffered(item, customer))).filter((items) => items.length > 0);

function isOffered({ path, label }: WalletItem, { feature, introducerState, user }: WalletAccess): boolean {
  const access = screens.find((screen) => screen.path === path)?.access;
  const isOn = (path !== paths.walletUpgrade || feature.upgrade) && (label !== 'introducer' || introducerState);
  return navigation.isBuilt(path) && isOn && (!access || user.accessRole[access]);
}

/** By frequency; the first four that the customer may open are in the bar. */
const bottomOrder = ['dashboard', 'send', 'fx', 'history', 'rateAlert', 'payee', 'notification'] as const;

export function walletBottomBarFor(customer: WalletAccess): WalletItem[] {
  const items = walletMenuFor(customer).flat();
  return bottomOrder.flatMap((label) => items.filter((item) => item.label === label)).slice(0, 4);
}
