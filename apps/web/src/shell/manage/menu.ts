import type { StaffPermissions } from '@larkmere/contract/back-office/permissions';
import { House, KeyRound, type LucideIcon, Users } from 'lucide-react';
import { canOpenPage, staffPaths } from '../../back-office/parts/parts.ts';
import { navigation } from '../../platform/navigation/navigation.ts';
import { paths } from '../../platform/navigation/paths.ts';

type Item = Readonly<{ path: string; label: 'home' | 'customers' | 'roles'; icon: LucideIcon }>;
type Group = Readonly<{ title?: 'settings'; items: readonly Item[] }>;

const groups: readonly Group[] = [
  {
    items: [
      { path: paths.manageDashboard, label: 'home', icon: House },
      { path: staffPaths.customers, label: 'customers', icon: Users },
    ],
  },
  { title: 'settings', items: [{ path: staffPaths.roles, label: 'roles', icon: KeyRound }] },
];

/** Only pages that the role may open. */
export const menuFor = (permissions: StaffPermissions): Group[] =>
  groups
    .map((group) => ({
      ...group,
      items: group.items.filter(({ path }) => navigation.isBuilt(path) && canOpenPage(permissions, path)),
    }))
    .filter(({ items }) => items.length > 0);
