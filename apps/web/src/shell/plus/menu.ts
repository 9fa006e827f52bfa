import { screens } from '@larkmere/contract/platform/screens';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  BadgeCheck,
  Bell,
  Clock,
  CreditCard,
  FileText,
  Gift,
  Hourglass,
  House,
  KeyRound,
  Landmark,
  ListChecks,
  type LucideIcon,
  MessageSquare,
  Repeat,
  Send,
  Smartphone,
  Tags,
  TextAlignStart,
  User,
  Users,
  UsersRound,
} from 'lucide-react';
import type { messages } from '../../messages/en.ts';
import { canInitiate, canOpenScreen, type GuardedCustomer } from '../../platform/navigation/guards.ts';
import { navigation } from '../../platform/navigation/navigation.ts';

type Label = keyof (typeof messages)['shell']['menu'];
export type PendingCount =
  | 'pendingPayments'
  | 'pendingSwift'
  | 'payeesWaiting'
  | 'standingOrdersToDecide'
  | 'dealsToAnswer';

export type MenuItem = {
  path: string;
  label: Label;
  icon: LucideIcon;
  tag?: 'freeTransfers' | 'teamApprovals' | PendingCount;
  desktopOnly?: true;
};

const menuGroups: MenuItem[][] = [
  [
    { path: '/dashboard', label: 'dashboard', icon: House },
    { path: '/payment', label: 'payment', icon: Send, tag: 'freeTransfers' },
    { path: '/payee', label: 'payee', icon: Users, tag: 'payeesWaiting' },
    { path: '/statement', label: 'statement', icon: TextAlignStart },
    { path: '/card', label: 'card', icon: CreditCard },
    { path: '/notification', label: 'notification', icon: Bell },
  ],
  [
    { path: '/payments', label: 'payments', icon: ListChecks },
    { path: '/pending-payment-domestic', label: 'pendingPayments', icon: Hourglass, tag: 'pendingPayments' },
    { path: '/pending-swift-payment', label: 'pendingSwift', icon: Hourglass, tag: 'pendingSwift' },
    { path: '/team-approval', label: 'teamApproval', icon: BadgeCheck, tag: 'teamApprovals' },
  ],
  [
    { path: '/auto-fx', label: 'autoFx', icon: Repeat },
    { path: '/request-fx', label: 'requestFx', icon: MessageSquare, tag: 'dealsToAnswer' },
  ],
  [
    { path: '/standing-order', label: 'standingOrder', icon: Clock, tag: 'standingOrdersToDecide' },
    { path: '/instant-bank-payment', label: 'instant', icon: Landmark },
    { path: '/transfer', label: 'transfer', icon: ArrowLeftRight },
    { path: '/receive-bank-transfer', label: 'receive', icon: ArrowDownToLine },
  ],
  [
    { path: '/profile', label: 'profile', icon: User },
    { path: '/user-management', label: 'userManagement', icon: UsersRound },
    { path: '/device', label: 'device', icon: Smartphone, desktopOnly: true },
    { path: '/change-password', label: 'changePassword', icon: KeyRound },
    { path: '/introducer', label: 'introducer', icon: Gift },
    { path: '/price-tariff', label: 'priceTariff', icon: Tags },
    { path: '/terms-and-conditions', label: 'terms', icon: FileText },
  ],
];

export const menuFor = (customer: GuardedCustomer): MenuItem[][] =>
  menuGroups
    .map((items) => items.filter(({ path }) => navigation.isBuilt(path) && canOpen(path, customer)))
    .filter((items) => items.length > 0);

const bottomOrder = {
  payer: ['/dashboard', '/payment', '/transfer', '/payments', '/statement', '/payee', '/notification'],
  approver: ['/dashboard', '/team-approval', '/payments', '/statement', '/payee', '/notification'],
  viewer: ['/dashboard', '/payments', '/statement', '/payee', '/notification'],
} as const;

export function bottomBarFor(customer: GuardedCustomer): MenuItem[] {
  const items = menuFor(customer).flat();
  return bottomOrder[bottomRoleOf(customer)].flatMap((path) => items.filter((item) => item.path === path)).slice(0, 4);
}

function bottomRoleOf({ user }: GuardedCustomer): keyof typeof bottomOrder {
  if (canInitiate(user, 'payment')) return 'payer';
  return Object.values(user.accessLevel ?? {}).includes('approve') ? 'approver' : 'viewer';
}

function canOpen(path: string, customer: GuardedCustomer): boolean {
  const screen = screens.find((candidate) => candidate.path === path);
  return screen !== undefined && canOpenScreen(screen, customer);
}
