import { screens } from '@larkmere/contract/platform/screens';
import {
  ArrowDownToLine,
  ArrowLeftRight,
  ArrowRight,
  BadgeCheck,
  Bell,
  CircleQuestionMark,
  Clock,
  CreditCard,
  FileText,
  Gift,
  House,
  KeyRound,
  Landmark,
  type LucideIcon,
  MessageSquare,
  ReceiptText,
  Repeat,
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

export type MenuTagKey = 'freeTransfers' | 'teamApprovals' | 'payments' | PendingCount;

/** One list at several addresses, each with an access key of its own. */
export type MenuFilter = { path: string; label: Label; tag?: PendingCount };

export type MenuItem = {
  path: string;
  label: Label;
  icon: LucideIcon;
  tag?: MenuTagKey;
  desktopOnly?: true;
  filters?: readonly MenuFilter[];
};

const paymentFilters: readonly MenuFilter[] = [
  { path: '/payments', label: 'allPayments' },
  { path: '/pending-payment-domestic', label: 'pendingPayments', tag: 'pendingPayments' },
  { path: '/pending-swift-payment', label: 'pendingSwift', tag: 'pendingSwift' },
];

const menuGroups: MenuItem[][] = [
  [
    { path: '/dashboard', label: 'dashboard', icon: House },
    { path: '/payment', label: 'payment', icon: ArrowRight, tag: 'freeTransfers' },
    { path: '/transfer', label: 'exchange', icon: ArrowLeftRight },
    { path: '/payments', label: 'payments', icon: ReceiptText, tag: 'payments', filters: paymentFilters },
    { path: '/payee', label: 'payee', icon: Users, tag: 'payeesWaiting' },
    { path: '/card', label: 'card', icon: CreditCard },
    { path: '/statement', label: 'statement', icon: TextAlignStart },
  ],
  [
    { path: '/team-approval', label: 'teamApproval', icon: BadgeCheck, tag: 'teamApprovals' },
    { path: '/notification', label: 'notification', icon: Bell },
  ],
  [
    { path: '/auto-fx', label: 'autoFx', icon: Repeat },
    { path: '/request-fx', label: 'requestFx', icon: MessageSquare, tag: 'dealsToAnswer' },
    { path: '/standing-order', label: 'standingOrder', icon: Clock, tag: 'standingOrdersToDecide' },
  ],
  [
    { path: '/instant-bank-payment', label: 'instant', icon: Landmark },
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
    { path: '/help', label: 'help', icon: CircleQuestionMark },
  ],
];

export const menuFor = (customer: GuardedCustomer): MenuItem[][] =>
  menuGroups.map((items) => items.flatMap((item) => openableItem(item, customer))).filter((items) => items.length > 0);

/** Whoever may open only another of an entry's lists has that one under its own name. */
function openableItem(item: MenuItem, customer: GuardedCustomer): MenuItem[] {
  if (!item.filters) return isOpenable(item.path, customer) ? [item] : [];
  const filters = item.filters.filter(({ path }) => isOpenable(path, customer));
  const [first] = filters;
  if (!first) return [];
  const { icon } = item;
  return [first.path === item.path ? { ...item, filters } : { ...first, icon, filters }];
}

/** Whether a page belongs to an entry whose address is another one. */
export const isCurrentByFilter = ({ filters = [] }: MenuItem, pathname: string): boolean =>
  filters.some(({ path }) => pathname === path || pathname.startsWith(`${path}/`));

const bottomOrder = {
  payer: ['dashboard', 'payment', 'exchange', 'payments', 'statement', 'payee', 'notification'],
  approver: ['dashboard', 'teamApproval', 'payments', 'statement', 'payee', 'notification'],
  viewer: ['dashboard', 'payments', 'statement', 'payee', 'notification'],
} as const satisfies Record<string, readonly Label[]>;

export function bottomBarFor(customer: GuardedCustomer): MenuItem[] {
  const items = menuFor(customer).flat();
  const order: readonly Label[] = bottomOrder[bottomRoleOf(customer)];
  return order.flatMap((label) => items.filter((item) => item.label === label)).slice(0, 4);
}

function bottomRoleOf({ user }: GuardedCustomer): keyof typeof bottomOrder {
  if (canInitiate(user, 'payment')) return 'payer';
  return Object.values(user.accessLevel ?? {}).includes('approve') ? 'approver' : 'viewer';
}

function isOpenable(path: string, customer: GuardedCustomer): boolean {
  if (!navigation.isBuilt(path)) return false;
  const screen = screens.find((candidate) => candidate.path === path);
  return screen !== undefined && canOpenScreen(screen, customer);
}
