import type { StaffPermissions } from '@larkmere/contract/back-office/permissions';
import type { WorkQueueKey } from '@larkmere/contract/back-office/work-queues';
import {
  ArrowLeftRight,
  BadgePercent,
  CalendarClock,
  ChartCandlestick,
  Coins,
  CreditCard,
  House,
  KeyRound,
  type LucideIcon,
  Moon,
  ScanSearch,
  ScrollText,
  Send,
  ShieldCheck,
  SlidersHorizontal,
  Users,
  Zap,
} from 'lucide-react';
import { canOpenPage, staffPaths } from '../../back-office/parts/parts.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';

type Item = Readonly<{
  path: string;
  label:
    | 'home'
    | 'customers'
    | 'dealing'
    | 'review'
    | 'apiLog'
    | 'auditLog'
    | 'cardSettlements'
    | 'services'
    | 'serviceBreaker'
    | 'roles'
    | 'swiftPayment'
    | 'autofx'
    | 'rateOffTime'
    | 'marketing'
    | 'pairs'
    | 'rules';
  icon: LucideIcon;
  /** The tile of the dashboard that counts what waits on the page. */
  tile?: WorkQueueKey;
}>;
type Group = Readonly<{ title?: 'money' | 'system' | 'settings'; items: readonly Item[] }>;

const groups: readonly Group[] = [
  {
    items: [
      { path: paths.manageDashboard, label: 'home', icon: House },
      { path: staffPaths.customers, label: 'customers', icon: Users },
      { path: staffPaths.review, label: 'review', icon: ScanSearch, tile: 'payments_held' },
      { path: staffPaths.cardSettlements, label: 'cardSettlements', icon: CreditCard },
    ],
  },
  {
    title: 'money',
    items: [{ path: staffPaths.dealing, label: 'dealing', icon: ChartCandlestick, tile: 'fx_requests' }],
  },
  {
    title: 'system',
    items: [
      { path: staffPaths.apiLog, label: 'apiLog', icon: ScrollText },
      { path: staffPaths.services, label: 'services', icon: CalendarClock },
      { path: staffPaths.auditLog, label: 'auditLog', icon: ShieldCheck },
      { path: staffPaths.serviceBreaker, label: 'serviceBreaker', icon: Zap },
    ],
  },
  {
    title: 'settings',
    items: [
      { path: staffPaths.roles, label: 'roles', icon: KeyRound },
      { path: staffPaths.swiftPayment, label: 'swiftPayment', icon: Send },
      { path: staffPaths.autofx, label: 'autofx', icon: ArrowLeftRight },
      { path: staffPaths.rateOffTime, label: 'rateOffTime', icon: Moon },
      { path: staffPaths.marketing, label: 'marketing', icon: BadgePercent },
      { path: staffPaths.pairs, label: 'pairs', icon: Coins },
      { path: staffPaths.rules, label: 'rules', icon: SlidersHorizontal },
    ],
  },
];

/** Only pages that the role may open. */
export const menuFor = (permissions: StaffPermissions): Group[] =>
  groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ path }) => navigation.isBuilt(path) && canOpenPage(permissions, path)),
    }))
    .filter(({ items }) => items.length > 0);
